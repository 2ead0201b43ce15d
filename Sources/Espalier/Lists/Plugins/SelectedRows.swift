/// Which rows are selected, in order: nodes, and the addresses under which they are found again.
struct SelectedRows {
  private struct Entry {
    /// Nil for a row that is yet to come.
    var node: Node?
    var address: String
  }

  private var entries: [Entry] = []
  private var ids: Set<ObjectIdentifier> = []

  /// None.
  init() {}

  /// One.
  init(of row: Node) { append(row) }

  /// Those with these addresses; who is not there yet is waited for.
  init(at addresses: [String], in lists: [ContainerModel]) {
    for address in addresses { append(Entry(node: row(at: address, in: lists), address: address)) }
  }

  var nodes: [Node] { entries.compactMap(\.node) }
  var addresses: [String] { entries.map(\.address) }

  func contains(_ row: Node) -> Bool { ids.contains(ObjectIdentifier(row)) }

  mutating func append(_ row: Node) { append(Entry(node: row, address: row.address)) }

  mutating func remove(_ row: Node) {
    guard ids.remove(ObjectIdentifier(row)) != nil else { return }
    entries.removeAll { $0.node === row }
  }

  /// The same rows after some came, went or moved: under the address that each has now, or as another node that has taken its
  /// place.
  mutating func follow(in lists: [ContainerModel]) {
    let old = entries
    (entries, ids) = ([], [])
    for var entry in old {
      if let node = entry.node, lists.contains(where: { node.parent === $0 && $0.tree != nil }) {
        entry.address = node.address
      } else if let node = row(at: entry.address, in: lists) {
        entry.node = node
      } else if entry.node != nil {
        continue
      }
      append(entry)
    }
  }

  private mutating func append(_ entry: Entry) {
    if let node = entry.node, !ids.insert(ObjectIdentifier(node)).inserted { return }
    entries.append(entry)
  }
}

/// The row of one of the lists that has an address.
private func row(at address: String, in lists: [ContainerModel]) -> Node? {
  for list in lists {
    let prefix = list.address.isEmpty ? "" : "\(list.address)/"
    if address.hasPrefix(prefix), let row = list.childrenByKey[String(address.dropFirst(prefix.count))],
      row.slot == .row
    {
      return row
    }
  }
  return nil
}
