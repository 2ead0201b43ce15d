import Espalier

/// Measures the cost to find and call the conforming nodes, against a loop that checks each row.
enum Notifications {
  struct Item: Content, Identifiable {
    let id: Int
    var html: HTML { "<p>\(id)</p>" }
  }

  final class ListenerCell: CellModel<Item>, ItemListener {
    private(set) var calls = 0
    func itemsChanged() { calls += 1 }
  }

  static func run(_ report: Report) {
    report.begin("A notification to 10,000 rows", against: "a loop that asks each row and calls it")
    for (share, name) in [(1, "all conform"), (100, "one in a hundred conforms")] {
      let root = ContainerModel()
      root.add((0..<report.size(10_000)).map { $0 % share == 0 ? ListenerCell(Item(id: $0)) : CellModel(Item(id: $0)) })
      let tree = Tree(root)
      _ = tree.flush()
      report.compare(name, calls: 10, { root.notify((any ItemListener).self, .children) { $0.itemsChanged() } }) {
        for node in root.children { (node as? any ItemListener)?.itemsChanged() }
      }
    }
  }
}

protocol ItemListener {
  func itemsChanged()
}
