/// One way in which a cell, as it is rendered now, sends an event.
public struct Control: Sendable, Hashable {
  /// The event it sends.
  public let event: EventName
  /// The data that pressing it would send, as JSON; nil where the person fills it in.
  public let example: JSON?
}

/// When a form sends itself, beside being submitted.
public enum FormTrigger: String, Sendable {
  /// While a field is being edited.
  case input
  /// When a field was changed and left.
  case change
}
