/// The animations of the next change of a node and the nodes below it.
private final class NextAnimation: NodeFeature {
  var animations: Animations?
}

/// The nodes of a tree that have their own animations for the next change.
private final class AnimatedNodes: TreeFeature {
  var nodes: [Node] = []
}

extension Tree {
  /// The nodes that have their own animations for the next change.
  var animated: [Node] {
    get { feature(AnimatedNodes.self).nodes }
    set { feature(AnimatedNodes.self).nodes = newValue }
  }
}

extension Node {
  /// Sets the animations of the next change of this node and the nodes below it, when they are inserted, removed, moved
  /// or updated. A node's own animations win over those of the nodes above it.
  ///
  /// ```swift
  /// bar.animateNextChange(Animations(duration: .seconds(1), curve: .linear))
  /// bar.content.value = 1
  /// ```
  ///
  /// It applies only to changes during the current event, and has no effect if the node is not part of a page yet.
  package final func animateNextChange(_ animations: Animations) {
    guard let tree else { return }
    feature(NextAnimation.self).animations = animations
    tree.feature(AnimatedNodes.self).nodes.append(self)
  }

  /// The animations of the next change of the node and the nodes below it; nil uses those of the nodes above.
  final var nextAnimations: Animations? {
    get { existing(NextAnimation.self)?.animations }
    set { existing(NextAnimation.self)?.animations = newValue }
  }
}
