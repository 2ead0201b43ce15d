/// How the next change of a node is shown.
enum Motion {
  /// Change by change, each in its style. Elsewhere, since every node has room for a motion and few have one.
  indirect case animated(Animations)
  /// At once; what is in a container, as one replacement.
  case replaced

  var animations: Animations {
    switch self {
    case .animated(let animations): animations
    case .replaced: .still
    }
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
  /// Nil shows it at once; of a container, as one replacement of all that is inside. Says nothing of changes made later than
  /// the event at hand, and nothing where there is no page yet.
  public final func animateNextChange(_ animations: Animations?) {
    guard let tree else { return }
    motion = animations.map(Motion.animated) ?? .replaced
    tree.animated.append(self)
  }

  /// The animations for what changes here: its own, or those of the nearest container above that has some.
  final var animations: Animations { tree?.animated.isEmpty == false ? wish ?? .automatic : .automatic }

  private final var wish: Animations? { motion?.animations ?? parent?.wish }

  /// The animations for its coming and going in a container that has these. It may be in no tree any more.
  final func animations(among others: Animations) -> Animations { motion?.animations ?? others }
}
