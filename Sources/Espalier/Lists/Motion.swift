/// How the next change of a container is shown.
enum Motion {
  /// Change by change, each in its style.
  case animated(Animations)
  /// At once, as one replacement.
  case replaced
}

extension ContainerModel {
  /// Says how the next change of this container, and of those below it, is shown. Nil shows it at once, as one
  /// replacement of all that is inside.
  ///
  /// Says nothing of changes made later than the event at hand, and nothing where there is no page yet.
  public final func animateNextChange(_ animations: Animations?) {
    guard let tree else { return }
    motion = animations.map(Motion.animated) ?? .replaced
    tree.animated.append(self)
  }

  /// The animations for what changes here: its own, or those of the nearest container above that has some.
  final var animations: Animations {
    if tree?.animated.isEmpty != false { return .automatic }
    for container in path {
      switch container.motion {
      case .animated(let animations): return animations
      case .replaced: return .still
      case nil: continue
      }
    }
    return .automatic
  }
}
