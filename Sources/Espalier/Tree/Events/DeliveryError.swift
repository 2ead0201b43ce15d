/// Why an event from outside was not delivered; no handler ran and nothing changed.
package enum DeliveryError: Error, Hashable, Sendable {
  /// No cell that viewers see has this address.
  case unknownNode(String)
  /// The cell sends no such event now; these it does send.
  case unknownEvent(String, known: [String])
  /// The data is not of the event's type.
  case payload(PayloadError)
  /// The node with this address does not ask whether viewers have it in view.
  case unreportedVisibility(String)
}
