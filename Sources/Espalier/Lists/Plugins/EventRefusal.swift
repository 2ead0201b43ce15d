/// Why a row does not accept an event of its tools. The server answers with status 422, the field and the reason.
public enum EventRefusal: Hashable, Sendable {
  /// The row does not accept the event now. Write the reason in lower case: "editing is off; switch it on first".
  case event(_ reason: String)
  /// The row does not accept this data. `field` is the name of the field in it; without one, the data is a single value.
  case data(_ field: String? = nil, _ reason: String)

  /// What is wrong about the event, as a PayloadError.
  var error: PayloadError {
    switch self {
    case .event(let reason): PayloadError(field: WireName.event, reason: reason)
    case .data(let field, let reason):
      PayloadError(field: field.map { "\(WireName.data).\($0)" } ?? WireName.data, reason: reason)
    }
  }
}

extension Node {
  /// Why the plugins of this cell's row refuse an event; nil if none of them does.
  final func refusal(of event: AnyEvent) -> PayloadError? {
    guard let row else { return nil }
    for plugin in rowPlugins where plugin.events.contains(event.name) {
      if let refusal = plugin.refusal(of: event, at: row) { return refusal.error }
    }
    return nil
  }

  /// The event with a label that a plugin's tools send, although the row may not have these tools now.
  final func toolEvent(_ label: String) -> EventDescriptor? {
    for plugin in rowPlugins { if let event = plugin.events.first(where: { $0.label == label }) { return event } }
    return nil
  }
}
