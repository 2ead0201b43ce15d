/// How presses of a control count, and what happens to a press without a connection. The control's markup says it, and
/// the browser's client obeys.
struct PressRule: Sendable {
  /// Whether repeated presses are one event. Nil for the default of the control: a button counts each time, and a form
  /// with fields counts once until somebody edits it.
  var isOnce: Bool?
  /// Whether a press without a connection is refused. Otherwise it waits for the connection.
  var isRefusedOffline = false
}

extension Event {
  /// Returns this event for controls whose repeated presses count once: presses while the first one waits for its
  /// answer, and presses that follow each other within half a second. Pass false for a form whose every press counts.
  ///
  /// ```swift
  /// static let pay = Event<NoData>("pay").once()
  /// ```
  ///
  /// By default each press of a button counts, and a form with fields counts once until somebody edits it. The rule needs
  /// JavaScript. Without it, one load of a page sends each form once.
  public func once(_ isOnce: Bool = true) -> Self {
    var rule = name.presses
    rule.isOnce = isOnce
    return Self(name: EventDescriptor(name, presses: rule))
  }

  /// Returns this event for controls that refuse a press while the browser has no connection, and say so. By default the
  /// press waits and is sent when the connection is back.
  ///
  /// ```swift
  /// static let buy = Event<Int>("buyAtThisPrice", in: 1...99).refusedOffline()
  /// ```
  public func refusedOffline() -> Self {
    var rule = name.presses
    rule.isRefusedOffline = true
    return Self(name: EventDescriptor(name, presses: rule))
  }
}
