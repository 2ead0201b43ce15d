extension Node {
  /// Reports to the tree or, if there is none yet, as soon as the node is part of one.
  package final func report(_ diagnostic: @escaping (Node) -> Diagnostic) {
    if let tree { tree.report(diagnostic(self)) } else { feature(PendingReports.self).all.append(diagnostic) }
  }
}

/// Reports of a node without a tree. They are created when the node joins a tree, because its address is known only
/// then.
private final class PendingReports: NodeFeature {
  var all: [(Node) -> Diagnostic] = []

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    guard let new else { return }
    for diagnostic in all { new.report(diagnostic(node)) }
    all = []
  }
}
