/// A set of nodes in the order of addition. It does not keep them alive.
struct NodeSet {
  private struct Entry {
    weak var node: Node?
    let order: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextOrder = 0

  /// The number of entries, including those of dead nodes that were not removed yet.
  var size: Int { entries.count }

  mutating func insert(_ node: Node) {
    if contains(node) { return }
    // Entries of dead nodes are removed only at powers of two, so that adding takes constant time on average.
    if entries.count.nonzeroBitCount <= 1 { entries = entries.filter { $0.value.node != nil } }
    entries[ObjectIdentifier(node)] = Entry(node: node, order: nextOrder)
    nextOrder += 1
  }

  mutating func remove(_ node: Node) { entries[ObjectIdentifier(node)] = nil }

  /// Compares the node itself too, because a new node may have the memory address of a dead one.
  func contains(_ node: Node) -> Bool { entries[ObjectIdentifier(node)]?.node === node }

  var inOrder: [Node] {
    if entries.isEmpty { return [] }
    return entries.values.sorted { $0.order < $1.order }.compactMap(\.node)
  }
}
