import Testing

@testable import Espalier

/// The size of usual changes to a list of short rows, whatever its length.
@Suite struct WireSizeTests {
  private struct Item: Content, Identifiable {
    let id: Int
    var text: String
    var html: HTML { "<p>\(text)</p>" }
  }

  @Test(arguments: [100, 10_000])
  func `the four kinds of change to a list set as a value are short`(count: Int) {
    let root = ContainerModel()
    let tree = Tree(root)
    let dom = DOMDialect(html: HTMLDialect(events: "/events"))
    var items = (0..<count).map { Item(id: $0, text: "Item \($0)") }
    func bytes(_ change: () -> Void) -> Int {
      change()
      root.set(rows: items)
      return dom.patch(tree.flush() ?? ChangeSet()).count
    }
    _ = bytes {}
    #expect(bytes {} == 2)
    #expect(bytes { items[count / 2].text = "Item changed" } <= 50)
    #expect(bytes { items.insert(Item(id: count, text: "Item \(count)"), at: 0) } <= 90)
    #expect(bytes { items.insert(items.removeLast(), at: 0) } <= 40)
    #expect(bytes { items.remove(at: count / 2) } <= 35)
  }
}
