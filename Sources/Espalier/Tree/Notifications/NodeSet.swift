/// Nodes in the order in which they were added, each once. Keeps none of them alive.
struct NodeSet {
  private struct Entry {
    weak var node: Node?
    let order: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextOrder = 0

  /// How many it has room for: dead ones too, until they are looked for.
  var size: Int { entries.count }

  mutating func insert(_ node: Node) {
    if contains(node) { return }
    // Those that have died are looked for only now and then, so that adding costs the same however many there are.
    if entries.count.nonzeroBitCount <= 1 { entries = entries.filter { $0.value.node != nil } }
    entries[ObjectIdentifier(node)] = Entry(node: node, order: nextOrder)
    nextOrder += 1
  }

  mutating func remove(_ node: Node) { entries[ObjectIdentifier(node)] = nil }

  /// A node may have got the place in memory of one that has died.
  func contains(_ node: Node) -> Bool { entries[ObjectIdentifier(node)]?.node === node }

  var inOrder: [Node] {
    if entries.isEmpty { return [] }
    return entries.values.sorted { $0.order < $1.order }.compactMap(\.node)
  }
}
