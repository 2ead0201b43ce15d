extension NodeSnapshot {
  /// Returns the snapshot after the changes. The tests state their laws with it. Traps on a change set of another tree.
  package func applying(_ changes: ChangeSet) -> NodeSnapshot { applying(changes.operations) }

  func applying(_ operations: [ChangeSet.Operation]) -> NodeSnapshot {
    var result = self
    for operation in operations { result.apply(operation) }
    return result
  }

  private mutating func apply(_ operation: ChangeSet.Operation) {
    switch operation {
    case .insert(let node, let place, _):
      withContainer(at: place.path[...]) { $0.children.insert(node, at: place.index) }
    case .remove(_, let place, _):
      withContainer(at: place.path[...]) { _ = $0.children.remove(at: place.index) }
    case .move(_, let from, let place, _, _):
      withContainer(at: place.path[...]) { $0.children.insert($0.children.remove(at: from), at: place.index) }
    case .relocate(_, let from, let newKey, let to, _, _):
      var node: NodeSnapshot?
      withContainer(at: from.path[...]) { node = $0.children.remove(at: from.index) }
      guard var node else { return }
      node.key = newKey
      withContainer(at: to.path[...]) { $0.children.insert(node, at: to.index) }
    case .update(_, let place, _, let cell, _):
      withContainer(at: place.path[...]) { $0.children[place.index].cell = cell }
    case .relayout(let node, let place):
      withContainer(at: place.path[...]) {
        $0.layout = node.layout
        if node.table != nil { $0.table = node.table }
      }
    case .replace(let node, let place, _):
      withContainer(at: place.path[...]) {
        $0.children = node.children
        $0.table = node.table
      }
    }
  }

  private mutating func withContainer(at path: ArraySlice<Int>, _ change: (inout NodeSnapshot) -> Void) {
    guard let first = path.first else { return change(&self) }
    children[first].withContainer(at: path.dropFirst(), change)
  }
}
