/// About how many bytes of memory is taken by what is kept for a while: enough to keep a limit by, and cheap to say.
extension ChangeSet {
  /// What it keeps alive that nothing else does: the cells that came or changed, and what says where.
  package var weight: Int {
    shortcuts.reduce(0) { $0 + $1.container.frameWeight } + operations.reduce(0) { $0 + $1.weight }
  }
}

extension Delivery {
  /// What was written down of its way.
  package var weight: Int {
    func sum(_ texts: [String]) -> Int { texts.reduce(0) { $0 + 32 + $1.utf8.count } }
    return sum(route.map(\.address)) + shares.reduce(0) { $0 + sum($1.to) + $1.value.weight }
      + notifications.reduce(0) { $0 + sum($1.to) }
  }
}

extension JSON {
  /// What its texts take, and their places.
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
    // The cells are those of the row's first insertion.
    case .move(_, _, _, let node, _), .relocate(_, _, _, _, let node, _): 256 + node.frameWeight
    // The one before is the last update's.
    case .update(_, _, _, let cell, _): 256 + cell.weight
    case .remove, .relayout: 256
    }
  }
}

extension NodeSnapshot {
  fileprivate var weight: Int { children.reduce(128 + (cell?.weight ?? 0)) { $0 + $1.weight } }

  /// Without the cells.
  fileprivate var frameWeight: Int { count * 128 }
}

extension CellSnapshot {
  /// The content is about as long as its markup.
  fileprivate var weight: Int { 2 * html.bytes.count }
}
