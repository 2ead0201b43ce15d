import Espalier

/// What it costs to find and call those who conform, against a loop that asks each row whether it does.
enum Notifications {
  struct Item: Content, Identifiable {
    let id: Int
    var html: HTML { "<p>\(id)</p>" }
  }

  final class ListenerCell: CellModel<Item>, ItemListener {
    private(set) var calls = 0
    func itemsChanged() { calls += 1 }
  }

  static func run() {
    print("\nA notification to 10,000 rows / a loop that asks and calls each")
    for (share, name) in [(1, "all conform"), (100, "one in a hundred conforms")] {
      let root = ContainerModel()
      root.add((0..<10_000).map { $0 % share == 0 ? ListenerCell(Item(id: $0)) : CellModel(Item(id: $0)) })
      let tree = Tree(root)
      _ = tree.flush()
      Comparison(
        calls: 10, { root.notify((any ItemListener).self, .children) { $0.itemsChanged() } },
        against: { for node in root.children { (node as? any ItemListener)?.itemsChanged() } }
      ).report("  \(name)")
    }
  }
}

protocol ItemListener {
  func itemsChanged()
}
