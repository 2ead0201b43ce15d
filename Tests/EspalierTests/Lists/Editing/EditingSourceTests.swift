import EspalierTestSupport
import Testing

@testable import Espalier

/// A source with an extra source behind it while it is being edited.
@Suite struct EditingSourceTests {
  private let d = Shelf("D", 1, 2)
  private let x = Shelf("X", 2)

  @Test func `the extra source is appended once, and both sources are told once (EDT-02, H-D17)`() throws {
    let source = EditingSource(d, behind: x)
    let heard = Heard(source)
    #expect(try ids(source) == [["D00"], ["D10", "D11"]])
    source.isEditing = true
    source.isEditing = true
    #expect(heard.take() == ["inserted section 2"])
    #expect(d.editings == [true] && x.editings == [true])
    #expect(try ids(source) == [["D00"], ["D10", "D11"], ["X00", "X01"]])
    source.isEditing = false
    source.isEditing = false
    #expect(heard.take() == ["removed section 2"])
    #expect(d.editings == [true, false] && x.editings == [true, false])
    #expect(try ids(source) == [["D00"], ["D10", "D11"]] && heard.errors == [])
  }

  @Test(arguments: 0..<5)
  func `a source that is replaced while its list is edited is shown as it is, without a report`(count: Int) {
    let list = ContainerModel()
    let tree = Tree(list)
    list.children.isEditing = true
    list.children.source = EditingSource(ArraySource([Row(id: "a"), Row(id: "b")]))
    list.children.source = EditingSource(ArraySource((0..<count).map { Row(id: "new\($0)") }))
    #expect(list.children.map(\.key) == (0..<count).map { "new\($0)" } + ["insert"])
    #expect(tree.takeDiagnostics() == [])
  }

  @Test func `when editing ends, the extra source is gone before the others are told (EDT-03)`() throws {
    final class Watching: Source {
      var look: () -> Int = { 0 }
      var seen: [Int] = []
      override func rowCount(in section: Int) throws(SourceError) -> Int { 0 }
      override func editingChanged() { seen.append(look()) }
    }
    let (base, extra) = (Watching(), Watching())
    let source = EditingSource(SectionsSource([base]), behind: SectionsSource([extra]))
    for child in [base, extra] { child.look = { [unowned source] in source.sectionCount } }
    source.isEditing = true
    source.isEditing = false
    // Neither of the two ever sees the extra section: it comes after they are told, and goes before.
    #expect(base.seen == [1, 1] && extra.seen == [1, 1])
  }

  @Test func `changes of the inner source are forwarded as they are (EDT-05)`() throws {
    let inner = ArraySource([Row(id: "a"), Row(id: "b")])
    let source = EditingSource(inner)
    let heard = Heard(source)
    source.isEditing = true
    #expect(heard.take() == ["inserted row 0-2"])
    inner.append(Row(id: "c"))
    try inner.move(from: 0, to: 2)
    inner.update(Row(id: "b", text: "new"))
    try inner.remove(at: 1)
    #expect(
      heard.changes == [
        RowChanges([.insertRow(RowPath(row: 2))]),
        RowChanges([.moveRow(from: RowPath(row: 0), to: RowPath(row: 2))]),
        RowChanges([.updateRow(RowPath(row: 0))]), RowChanges([.removeRow(RowPath(row: 1))]),
      ])
    #expect(try ids(source) == [["b", "a", "insert"]])
  }

  @Test func `the extra row is the last one of the last section, and no section is hidden (EDT-06, H-D16)`() throws {
    let source = EditingSource(d, behind: RowsSource([x]))
    let heard = Heard(source)
    source.isEditing = true
    #expect(source.hasSections && source.sectionCount == 2)
    #expect(try ids(source) == [["D00"], ["D10", "D11", "X00", "X01"]])
    #expect(heard.take() == ["inserted row 1-2", "inserted row 1-3"])
    // Another section becomes the last one.
    d.sections.append(["D20"])
    d.announce(RowChanges([.insertSection(2)]))
    #expect(heard.take() == ["inserted section 2", "moved row 1-2 to 2-1", "moved row 1-2 to 2-2"])
    #expect(try ids(source) == [["D00"], ["D10", "D11"], ["D20", "X00", "X01"]])
    d.sections = []
    d.announce(RowChanges([.removeSection(0), .removeSection(0), .removeSection(0)]))
    #expect(try ids(source) == [["X00", "X01"]])
    d.sections = [["a"], []]
    d.announce(RowChanges([.insertSection(0), .insertSection(1)]))
    #expect(try ids(source) == [["a"], ["X00", "X01"]])
    source.isEditing = false
    #expect(try ids(source) == [["a"], []] && heard.errors == [])
  }

  @Test func `extra rows keep their nodes when others come beside them`() throws {
    let (one, other) = (ArraySource([Row(id: "x1"), Row(id: "x2")]), ArraySource([Row(id: "y1")]))
    let list = ContainerModel()
    list.children.source = .editing(ArraySource([Row(id: "a")]), behind: .rows([one, other]))
    list.children.isEditing = true
    var viewed = try Viewed(list)
    let nodes = Array(list.children)
    #expect(nodes.map(\.nodeKey) == ["a", "x1", "x2", "y1"])
    one.append(Row(id: "x3"))
    #expect(try viewed.check().summary == ["insert x3"])
    let same = list.children.filter { $0.nodeKey != "x3" }.elementsEqual(nodes, by: ===)
    #expect(same)
  }

  @Test func `an edit reaches the source that the row comes from, and no other`() throws {
    let (inner, extra) = (ArraySource([Row(id: "a"), Row(id: "b")]), ArraySource([Row(id: "x"), Row(id: "y")]))
    let source = EditingSource(inner, behind: extra)
    source.isEditing = true
    func move(_ from: Int, _ to: Int) -> Bool {
      source.carryOut(.move(from: RowPath(row: from), to: RowPath(row: to)))
    }
    #expect(move(0, 1) && !move(0, 2) && !move(2, 3) && !move(9, 0))
    #expect(source.carryOut(.delete(RowPath(row: 3))) && source.carryOut(.delete(RowPath(row: 0))))
    #expect(!source.carryOut(.delete(RowPath(row: 2))))
    #expect(try ids(source) == [["a", "x"]])
  }

  @Test func `composed and arranged sources pass edits on, with the places of their parts`() throws {
    let parts = [["a", "b"], ["c", "d"]].map { ArraySource($0.map { Row(id: $0, text: $0) }) }
    let rows = RowsSource(parts)
    #expect(rows.carryOut(.move(from: RowPath(row: 3), to: RowPath(row: 2))))
    #expect(!rows.carryOut(.move(from: RowPath(row: 3), to: RowPath(row: 0))))
    #expect(rows.carryOut(.delete(RowPath(row: 0))))
    #expect(try ids(rows) == [["b", "d", "c"]])
    let sections = SectionsSource([ArraySource([Row(id: "e"), Row(id: "f")]), ArraySource([Row(id: "g")])])
    #expect(sections.carryOut(.move(from: RowPath(row: 0), to: RowPath(row: 1))))
    #expect(!sections.carryOut(.move(from: RowPath(row: 0), to: RowPath(section: 1, row: 0))))
    #expect(sections.carryOut(.delete(RowPath(section: 1, row: 0))))
    #expect(try ids(sections) == [["f", "e"], []])
    let arranged = ArrangedSource<Row>(ArraySource(["a", "b", "c"].map { Row(id: $0) }), by: { $0.id > $1.id })
    #expect(!arranged.carryOut(.move(from: RowPath(row: 0), to: RowPath(row: 1))))
    #expect(arranged.carryOut(.delete(RowPath(row: 0))))
    arranged.order = nil
    #expect(arranged.carryOut(.move(from: RowPath(row: 0), to: RowPath(row: 1))))
    #expect(try ids(arranged) == [["b", "a"]])
  }
}
