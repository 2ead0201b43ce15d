/// What a tree keeps over restarts, and what of it was saved.
final class Persistence: TreeFeature {
  /// In the order in which it was asked for.
  var properties = Registrations<PersistedProperty>()
  /// What was kept when the server last ran and has not been taken up yet.
  var restored: [String: JSON] = [:]
  /// What was saved of nodes that have left.
  var goneKeys: Set<String> = []
  /// What is being saved, and under which keys.
  var pending: [(property: PersistedProperty, key: String)] = []
}

/// The properties of a node that are kept.
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
