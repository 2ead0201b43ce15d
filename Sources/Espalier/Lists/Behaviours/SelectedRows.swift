/// The selected rows, in order: their nodes, and the addresses at which they are found again.
struct SelectedRows {
  private struct Entry {
    /// Nil if no row has this address yet.
    var node: Node?
    var address: String
  }

  private var entries: [Entry] = []
  private var ids: Set<ObjectIdentifier> = []

  /// No rows.
  init() {}

  /// One row.
  init(of row: Node) { append(row) }

  /// The rows with these addresses. An address without a row is kept until a row has it.
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

  /// Updates the entries after rows were added, removed or moved. An entry follows its node to a new address, or takes
  /// the new node at its address.
  mutating func follow(in lists: [ContainerModel]) {
    let old = entries
    (entries, ids) = ([], [])
    for var entry in old {
      if let node = entry.node, lists.contains(where: { node.parent === $0 && Plugin.isInPage($0) }) {
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

/// Returns the row at an address in one of the lists.
private func row(at address: String, in lists: [ContainerModel]) -> Node? {
  for list in lists {
    let prefix = list.address.isEmpty ? "" : "\(list.address)/"
    if address.hasPrefix(prefix), let row = list.children[key: String(address.dropFirst(prefix.count))],
      Plugin.isRow(row)
    {
      return row
    }
  }
  return nil
}
