import Testing

@testable import Espalier

/// Which rows count as the same, and which changes are sent one by one.
@Suite struct ShownChangesTests {
  private func tree(_ elements: () -> [ListElement]) -> (ContainerModel, Tree) {
    let list = ContainerModel()
    let tree = Tree(list)
    list.set(rows(elements))
    _ = tree.flushAll()
    return (list, tree)
  }

  private func rows(_ elements: () -> [ListElement]) -> ListSection { ListSection(rows: elements) }

  @Test func `a cell without an id does not count as a row of another type`() throws {
    let (list, tree) = tree { [ListElement(Row(id: "a")), ListElement(Row(id: "b"))] }
    list.set(rows { [ListElement(Note(text: "new")), ListElement(Row(id: "b"))] })
    let changes = try #require(tree.flushAll())
    #expect(tree.listedKeys == ["note", "b"])
    #expect(changes.summary == ["remove a", "insert note"])
  }

  @Test func `many changes are sent as one replacement with the styles of insertions and removals (H-B5)`() throws {
    let styled = Animations(insertRows: .left, deleteRows: .right)
    for (animations, words) in [
      (.automatic, []), (.fade, ["fade"]), (.instant, ["none"]), (styled, ["left", "right"]),
    ]
      as [(Animations, [String])]
    {
      let (list, tree) = tree { [ListElement(Row(id: "0"))] }
      list.set(rows: (0..<40).map { Row(id: "\($0)") }, animations: animations)
      let patch = DOMDialect(html: HTMLDialect(events: "/events")).patch(try #require(tree.flushAll()))
      guard case .array(let operations) = try JSON(parsing: patch), case .array(let sent) = operations.first else {
        Issue.record("no operation")
        return
      }
      #expect(operations.count == 1)
      #expect(sent.dropFirst(3).map(\.text) == words)
    }
  }

  @Test func `with replaceAll the list is replaced at once, without animation`() throws {
    let (list, tree) = tree { [ListElement(Row(id: "a"))] }
    list.set(rows: [Row(id: "b")], animations: .replaceAll)
    let patch = DOMDialect(html: HTMLDialect(events: "/events")).patch(try #require(tree.flushAll()))
    guard case .array(let operations) = try JSON(parsing: patch), case .array(let words) = operations.first else {
      Issue.record("no operation")
      return
    }
    #expect(operations.count == 1)
    #expect(words.first == "<" && words.last == "none")
  }

  @Test func `rows of several types can be set as one list, and each is identified by type and id`() throws {
    struct Other: Content, Identifiable {
      let id: String
      var html: HTML { "<i>\(id)</i>" }
    }
    let list = ContainerModel()
    let tree = Tree(list)
    list.set {
      Row(id: "a")
      Other(id: "b")
      Row(id: "c")
    }
    _ = tree.flushAll()
    let nodes = list.childNodes
    list.set {
      Row(id: "c")
      Row(id: "a")
      Other(id: "b")
    }
    #expect(tree.flushAll()?.summary == ["move c"])
    #expect(list.children.map(ObjectIdentifier.init) == [nodes[2], nodes[0], nodes[1]].map(ObjectIdentifier.init))
  }
}
