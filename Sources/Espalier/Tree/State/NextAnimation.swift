/// How the next change of a node, and of those below it, is shown.
private final class NextAnimation: NodeFeature {
  var animations: Animations?
}

/// The nodes of a tree whose next change is shown in a way of its own.
private final class AnimatedNodes: TreeFeature {
  var nodes: [Node] = []
}

extension Tree {
  /// The nodes whose next change is shown in a way of its own.
  var animated: [Node] {
    get { feature(AnimatedNodes.self).nodes }
    set { feature(AnimatedNodes.self).nodes = newValue }
  }
}

extension Node {
  /// Says how the next change of this node, and of those below it, is shown: that it comes, goes, moves, or shows something
  /// else. What a node says wins over what those around it say.
  ///
  /// ```swift
  /// bar.animateNextChange(Animations(duration: .seconds(1), curve: .linear))
  /// bar.content.value = 1
  /// ```
  ///
  /// It says nothing of changes made after the event that is being answered, and nothing where there is no page yet.
  public final func animateNextChange(_ animations: Animations) {
    guard let tree else { return }
    feature(NextAnimation.self).animations = animations
    tree.feature(AnimatedNodes.self).nodes.append(self)
  }

  /// How the node's next change, and those below it, are shown; nil: as those around it.
  final var nextAnimations: Animations? {
    get { existing(NextAnimation.self)?.animations }
    set { existing(NextAnimation.self)?.animations = newValue }
  }
}
