// Rough sizes in memory, in bytes, of values that the server holds for a while: good enough for a limit, cheap to
// compute.

extension ChangeSet {
  /// The memory that only this change set keeps alive: inserted and changed cells, and the operations themselves.
  package var weight: Int {
    shortcuts.reduce(0) { $0 + $1.container.frameWeight } + operations.reduce(0) { $0 + $1.weight }
  }
}

extension Delivery {
  /// The size of the recorded route, shares and notifications.
  package var weight: Int {
    func sum(_ texts: [String]) -> Int { texts.reduce(0) { $0 + 32 + $1.utf8.count } }
    return sum(route.map(\.address)) + shares.reduce(0) { $0 + sum($1.to) + $1.value.weight }
      + notifications.reduce(0) { $0 + sum($1.to) }
  }
}

extension JSON {
  /// The size of its texts and of its structure.
  package var weight: Int {
    switch self {
    case .string(let text), .markup(let text): 32 + text.utf8.count
    case .array(let elements): elements.reduce(32) { $0 + $1.weight }
    case .object(let object): object.members.reduce(32) { $0 + $1.name.utf8.count + $1.value.weight }
    case .null, .bool, .int, .double: 32
    }
  }
}

extension ChangeSet.Operation {
  fileprivate var weight: Int {
    switch self {
    case .insert(let node, _, _), .replace(let node, _, _): 256 + node.weight
    // Without the cells: they are shared with the row's insertion.
    case .move(_, _, _, let node, _), .relocate(_, _, _, _, let node, _): 256 + node.frameWeight
    // Without the old cell: it is shared with the update before.
    case .update(_, _, _, let cell, _): 256 + cell.weight
    case .remove, .relayout: 256
    }
  }
}

extension NodeSnapshot {
  fileprivate var weight: Int { children.reduce(128 + (cell?.weight ?? 0)) { $0 + $1.weight } }

  /// The size without the cells.
  fileprivate var frameWeight: Int { count * 128 }
}

extension CellSnapshot {
  /// The size of the markup and of the content, which is estimated to be as large as the markup.
  fileprivate var weight: Int { 2 * html.bytes.count }
}
