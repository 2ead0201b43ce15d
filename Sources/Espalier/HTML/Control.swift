/// One way in which a cell, as it is rendered now, sends an event.
public struct Control: Sendable {
  /// The event it sends.
  public let event: EventName
  /// The data that pressing it would send, as JSON; nil where the person fills it in.
  public let example: JSON?
  /// What the event runs, if it is not for the containers to answer. Only its name is part of the control.
  var command: (any AnyCommand)?
}

extension Control: Hashable {
  /// Whether both send the same.
  public static func == (left: Control, right: Control) -> Bool {
    left.event == right.event && left.example == right.example
  }
  /// Hashes what is sent.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(event)
    hasher.combine(example)
  }
}

/// When a form sends itself, beside being submitted.
public enum FormTrigger: String, Sendable {
  /// While a field is being edited.
  case input
  /// When a field was changed and left.
  case change
}
