import Espalier

/// Measures the size on the wire of the four usual changes of a list that is set as a value.
enum Changes {
  struct Item: Content, Identifiable {
    let id: Int
    var text: String
    var html: HTML { "<p>\(text)</p>" }
  }

  private static func list(_ count: Int) -> (root: ContainerModel, tree: Tree) {
    let root = ContainerModel()
    root.add((0..<count).map { Item(id: $0, text: "Item \($0)") })
    let tree = Tree(root)
    _ = tree.flush()
    return (root, tree)
  }

  static func run(_ report: Report) {
    for (count, title) in [(100, "100"), (report.size(10_000), "10,000")] {
      report.begin("One change of a list of \(title) rows, compact", against: "the same change as RFC 6902")
      let (root, tree) = list(count)
      let dom = DOMDialect(html: HTMLDialect(events: "/events"))
      var items = (0..<count).map { Item(id: $0, text: "Item \($0)") }
      func measure(_ name: String, _ change: () -> Void) {
        change()
        root.set(rows: items)
        let changes = tree.flush() ?? ChangeSet()
        report.add(
          name, Double(dom.patch(changes).count), "bytes", against: Double(JSONDialect.patch(changes).bytes.count))
      }
      measure("a cell's text") { items[count / 2].text = "Item changed" }
      measure("a row inserted at the top") { items.insert(Item(id: count, text: "Item \(count)"), at: 0) }
      measure("the last row moved to the top") { items.insert(items.removeLast(), at: 0) }
      measure("a row deleted") { items.remove(at: count / 2) }
    }
  }
}
