extension Animations {
  /// How one operation is shown: its share of the animations.
  package struct Transition: Sendable, Hashable {
    /// From where, or to where.
    package let style: Style
    /// For how long; nil is as long as the page has it.
    package let milliseconds: Int?
    /// How it is spread over that time; nil is as the page has it.
    package let curve: Curve?

    /// Whatever suits best, or what is said. What takes no time is shown at once.
    package init(_ style: Style = .automatic, duration: Duration? = nil, curve: Curve? = nil) {
      let milliseconds = duration.map { min(max($0, .zero), Animations.longest).milliseconds }
      let isStill = style == .none || milliseconds == 0
      self.style = isStill ? .none : style
      self.milliseconds = isStill ? nil : milliseconds
      self.curve = isStill ? nil : curve
    }
  }

  /// The longest duration; a longer one counts as this.
  package static let longest = Duration.seconds(60)

  /// A row that only changes its place glides there, unless rows neither come nor go visibly.
  var move: Transition { transition(insertRows == .none && deleteRows == .none ? .none : .automatic) }
  /// All by which something can be shown.
  var transitions: Set<Transition> {
    let styles = [insertRows, deleteRows, reloadRows, insertSections, deleteSections, reloadSections]
    return Set(styles.map(transition) + [move])
  }

  func transition(_ style: Style) -> Transition { Transition(style, duration: duration, curve: curve) }
}

extension Duration {
  /// The nearest whole number of them.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int((attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
  }
}
