/// What a tree keeps over restarts, and what of it was saved.
final class Keeping: TreeFeature {
  /// In the order in which it was asked for.
  var properties = Registrations<KeptProperty>()
  /// What was kept when the server last ran and has not been taken up yet.
  var restored: [String: JSON] = [:]
  /// What was saved of nodes that have left.
  var goneKeys: Set<String> = []
  /// What is being saved, and under which keys.
  var pending: [(property: KeptProperty, key: String)] = []
}

/// The properties of a node that are kept.
final class KeptProperties: NodeFeature {
  var all: [KeptProperty] = []

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    for property in all {
      old?.keeping.release(property)
      new?.take(property)
    }
  }
}

extension Tree {
  var keeping: Keeping { feature(Keeping.self) }
}
