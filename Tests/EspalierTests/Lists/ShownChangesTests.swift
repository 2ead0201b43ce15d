import Testing

@testable import Espalier

/// Which rows a list takes for the same, and which changes are shown one by one.
@Suite struct ShownChangesTests {
  private func tree(_ elements: () -> [ListElement]) -> (ContainerModel, Tree) {
    let list = ContainerModel()
    let tree = Tree(list)
    list.set(rows(elements))
    _ = tree.flushAll()
    return (list, tree)
  }

  private func rows(_ elements: () -> [ListElement]) -> Section { Section(rows: elements) }

  /// How many operations the browser gets.
  private func said(_ changes: ChangeSet) throws -> Int {
    let patch = DOMDialect(html: HTMLDialect(events: "/events")).patch(changes)
    guard case .array(let operations) = try JSON(parsing: patch) else { return 0 }
    return operations.count
  }

  @Test func `a cell without an id does not pass for a row of another type`() throws {
    let (list, tree) = tree { [ListElement(Row(id: "a")), ListElement(Row(id: "b"))] }
    list.set(rows { [ListElement(Note(text: "new")), ListElement(Row(id: "b"))] })
    let changes = try #require(tree.flushAll())
    #expect(tree.listedKeys == ["note", "b"])
    #expect(changes.summary == ["remove a", "insert note"])
  }

  @Test func `many changes are said as one replacement, but not where it was said how to show them`() throws {
    for (animations, isReplaced) in [(Animations.automatic, true), (.fade, false), (.none, false)] {
      let (list, tree) = tree { [ListElement(Row(id: "0"))] }
      list.set(rows: (0..<40).map { Row(id: "\($0)") }, animations: animations)
      let changes = try #require(tree.flushAll())
      #expect(try said(changes) == (isReplaced ? 1 : 39), "\(animations)")
    }
  }

  @Test func `without animations all is replaced at once, and says so`() throws {
    let (list, tree) = tree { [ListElement(Row(id: "a"))] }
    list.set(rows: [Row(id: "b")], animations: nil)
    let patch = DOMDialect(html: HTMLDialect(events: "/events")).patch(try #require(tree.flushAll()))
    guard case .array(let operations) = try JSON(parsing: patch), case .array(let words) = operations.first else {
      Issue.record("no operation")
      return
    }
    #expect(operations.count == 1)
    #expect(words.first == "<" && words.last == "none")
  }

  @Test func `what is shown one by one is not swallowed by a replacement of what is around it`() throws {
    let (list, tree) = tree { [ListElement(Section("inner", rows: { [ListElement(Row(id: "0"))] }))] }
    let inner = try #require(list.descendant(at: "inner") as? ContainerModel)
    inner.set(rows: [Row(id: "0"), Row(id: "1")], animations: .fade)
    list.add((2..<40).map { Row(id: "\($0)") })
    let changes = try #require(tree.flushAll())
    #expect(try said(changes) == 39)
  }
}
