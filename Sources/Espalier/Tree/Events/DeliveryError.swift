/// Why an event from outside was not delivered; no handler ran and nothing changed.
package enum DeliveryError: Error, Hashable, Sendable {
  /// No cell that viewers see has this address.
  case unknownNode(String)
  /// The cell does not send this event now; `known` are the events that it sends.
  case unknownEvent(String, known: [String])
  /// The data does not have the event's type.
  case payload(PayloadError)
  /// The event does not take a file of the form.
  case file(FileRefusal)
  /// The data has the event's type, but the cell does not offer this value now.
  case notOffered(PayloadError)
  /// The row does not accept the event now.
  case refused(PayloadError)
  /// The sender may not send this event.
  case notAllowed(IdentityRule.Refusal)
  /// The event was sent too often; the sender may send it again after this time.
  case tooOften(wait: Duration)
  /// The node with this address does not request visibility reports.
  case unreportedVisibility(String)
}
