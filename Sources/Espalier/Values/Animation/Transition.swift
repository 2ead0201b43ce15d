extension Animations {
  /// How one operation of a patch is animated.
  package struct Transition: Sendable, Hashable {
    /// The style: where the element comes from or goes to.
    package let style: Style
    /// The duration in milliseconds; nil uses the page's duration.
    package let milliseconds: Int?
    /// The timing curve; nil uses the page's curve.
    package let curve: Curve?

    /// A style, automatic by default. A duration of zero makes the style `none`.
    package init(_ style: Style = .automatic, duration: Duration? = nil, curve: Curve? = nil) {
      let milliseconds = duration.map { min(max($0, .zero), Animations.longest).milliseconds }
      let isStill = style == .none || milliseconds == 0
      self.style = isStill ? .none : style
      self.milliseconds = isStill ? nil : milliseconds
      self.curve = isStill ? nil : curve
    }
  }

  /// The longest duration. Longer ones are shortened to it.
  package static let longest = Duration.seconds(60)

  /// The transition of a row that moves: automatic, or none if rows are inserted and removed without animation.
  var move: Transition { transition(insertRows == .none && deleteRows == .none ? .none : .automatic) }
  /// All transitions that these animations can produce.
  var transitions: Set<Transition> {
    let styles = [insertRows, deleteRows, reloadRows, insertSections, deleteSections, reloadSections]
    return Set(styles.map(transition) + [move])
  }

  func transition(_ style: Style) -> Transition { Transition(style, duration: duration, curve: curve) }
}

extension Duration {
  /// The duration in milliseconds, rounded.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int((attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
  }
}
