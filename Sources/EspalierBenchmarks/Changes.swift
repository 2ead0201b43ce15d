import Espalier

/// What the four usual changes of a list that is set as a value cost on the wire.
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

  static func run() {
    print("\nBytes of one change of a list that is set as a value (body of the compact dialect / RFC 6902)")
    for count in [100, 10_000] {
      let (root, tree) = list(count)
      let dom = DOMDialect(html: HTMLDialect(events: "/events"))
      var items = (0..<count).map { Item(id: $0, text: "Item \($0)") }
      func report(_ name: String, _ change: () -> Void) {
        change()
        root.set(rows: items)
        let changes = tree.flush() ?? ChangeSet()
        print(
          pad("  \(count) rows: \(name)", 44), pad("\(dom.patch(changes).count)", 8),
          JSONDialect.patch(changes).bytes.count)
      }
      report("cell text") { items[count / 2].text = "Item changed" }
      report("insert at top") { items.insert(Item(id: count, text: "Item \(count)"), at: 0) }
      report("last to first") { items.insert(items.removeLast(), at: 0) }
      report("delete") { items.remove(at: count / 2) }
    }

  }
}
