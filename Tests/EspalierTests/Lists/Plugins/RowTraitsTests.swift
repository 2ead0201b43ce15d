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

  @Test func `a container that a closure has made has the value and the traits of its row`() {
    struct Task: Content, Identifiable {
      let id: Int
      var html: HTML { "\(id)" }
      var traits: RowTraits { RowTraits(canDelete: true, label: "Task \(id)") }
    }
    struct Person: Identifiable, Equatable { let id: Int }
    let list = ContainerModel(id: "list")
    list.set {
      for number in 1...2 { ListElement(Task(id: number), node: { ContainerModel(id: $0.id) }) }
    }
    (list.children[0] as? ContainerModel)?.header = CellModel(Part(id: "a", canMove: true, label: "A"))
    #expect(list.children[0].traits == RowTraits(canDelete: true, canMove: true, label: "A"))
    #expect(list.children[1].traits == RowTraits(canDelete: true, label: "Task 2"))
    #expect(list.children[1].content(as: Task.self)?.id == 2 && list.children[0].content(as: Part.self)?.id == "a")
    list.set(rows: [Person(id: 7)]) { _ in CellModel(Part(id: "p")) }
    #expect(list.children[0].content(as: Person.self)?.id == 7)
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
