/// How one version of a tree becomes the next: operations in order, each applied to the result of the one before.
public struct ChangeSet: Sendable, Hashable {
  /// The operations in order.
  public var operations: [Operation] = []

  /// No change.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool { operations.isEmpty }

  /// A place among a container's children, at the moment at which the operation is applied.
  public struct Place: Sendable, Hashable {
    /// The container's address.
    public var container: String
    /// The container's path of indices from the root.
    public var path: [Int]
    /// The position among the children.
    public var index: Int
    /// The key of the child that stands there, which the new one will precede; nil at the end.
    public var before: String?
  }

  /// One step.
  public enum Operation: Sendable, Hashable {
    /// A node, with all below it, appears.
    case insert(NodeSnapshot, at: Place)
    /// The child with this key disappears.
    case remove(key: String, from: Place)
    /// The child with this key goes from an index to another place in the same container. The place counts without it.
    case move(key: String, from: Int, to: Place)
    /// A node goes to another container; there its key is `newKey`. The place counts without it.
    case relocate(key: String, from: Place, newKey: String, to: Place, NodeSnapshot)
    /// A cell shows something else.
    case update(key: String, at: Place, from: CellSnapshot, to: CellSnapshot)
  }
}

extension ChangeSet.Place {
  /// The address of a child here.
  public func address(of key: String) -> String { container.isEmpty ? key : "\(container)/\(key)" }
}

extension NodeSnapshot {
  /// The snapshot after the changes. What the laws are stated about; traps on a change set made for another tree.
  public func applying(_ changes: ChangeSet) -> NodeSnapshot {
    var result = self
    for operation in changes.operations { result.apply(operation) }
    return result
  }

  private mutating func apply(_ operation: ChangeSet.Operation) {
    switch operation {
    case .insert(let node, let place):
      withContainer(at: place.path[...]) { $0.children.insert(node, at: place.index) }
    case .remove(_, let place):
      withContainer(at: place.path[...]) { _ = $0.children.remove(at: place.index) }
    case .move(_, let from, let place):
      withContainer(at: place.path[...]) { $0.children.insert($0.children.remove(at: from), at: place.index) }
    case .relocate(_, let from, let newKey, let to, _):
      var node: NodeSnapshot?
      withContainer(at: from.path[...]) { node = $0.children.remove(at: from.index) }
      guard var node else { return }
      node.key = newKey
      withContainer(at: to.path[...]) { $0.children.insert(node, at: to.index) }
    case .update(_, let place, _, let cell):
      withContainer(at: place.path[...]) { $0.children[place.index].cell = cell }
    }
  }

  private mutating func withContainer(at path: ArraySlice<Int>, _ change: (inout NodeSnapshot) -> Void) {
    guard let first = path.first else { return change(&self) }
    children[first].withContainer(at: path.dropFirst(), change)
  }
}
