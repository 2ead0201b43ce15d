/// The persisted properties of a tree, and what was saved of them.
final class Persistence: TreeFeature {
  /// The properties in the order of registration.
  var properties = Registrations<PersistedProperty>()
  /// The values that were saved when the server last ran, and that no property has taken yet.
  var restored: [String: JSON] = [:]
  /// The saved keys of nodes that have left.
  var goneKeys: Set<String> = []
  /// The properties that are being saved, and their keys.
  var pending: [(property: PersistedProperty, key: String)] = []
}

/// The persisted properties of a node.
final class PersistedProperties: NodeFeature {
  var all: [PersistedProperty] = []

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    for property in all {
      old?.persistence.release(property)
      new?.take(property)
    }
  }
}

extension Tree {
  var persistence: Persistence { feature(Persistence.self) }
}
