import Testing

@testable import Espalier

@Suite struct RowTraitsTests {
  private struct Part: Content, Identifiable {
    let id: String
    var canMove: Bool?
    var label: String?
    var html: HTML { "\(id)" }
    var traits: RowTraits { RowTraits(canMove: canMove, label: label) }
  }

  @Test func `a cell has the traits of its content, and a container those of its header`() {
    let folder = ContainerModel(id: "folder")
    #expect(folder.traits == RowTraits())
    folder.header = CellModel(Part(id: "a", canMove: true))
    folder.add(Part(id: "b", label: "B"))
    #expect(folder.traits == RowTraits(canMove: true) && folder.children[0].traits == RowTraits(label: "B"))
  }

  @Test func `a row of a table has each trait of the first cell that has it`() {
    let table = ContainerModel(id: "table")
    table.layout = .table(Table("Plants", columns: [.init("name", "Name"), .init("place", "Place")]))
    let line = ContainerModel(id: "line")
    line.add([Part(id: "x", label: "X"), Part(id: "y", canMove: false, label: "Y")])
    table.add(line)
    _ = Tree(table)
    #expect(line.traits == RowTraits(canMove: false, label: "X"))
  }
}
