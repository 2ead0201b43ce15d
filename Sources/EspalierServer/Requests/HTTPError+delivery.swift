import EspalierHTTP
import EspalierText
import Espalier

extension HTTPError {
  /// The error for an event that was not delivered.
  init(_ error: DeliveryError, to event: EventRequest) {
    switch error {
    case .unknownNode(let address):
      self.init(
        .unknownNode, "The page has no cell \"\(address.shown)\" now; load the page again.",
        field: WireName.node,
        status: .gone)
    case .unknownEvent(let label, let known):
      let others = known.isEmpty ? "it sends none" : "it sends: \(known.joined(separator: ", "))"
      self.init(
        .unknownEvent, "The cell \"\(event.node.shown)\" sends no event \"\(label.shown)\"; \(others).",
        field: WireName.event)
    case .unreportedVisibility(let address):
      self.init(
        .unknownEvent, "The node \"\(address.shown)\" does not observe its visibility.",
        field: "\(WireName.data).appeared")
    case .notAllowed(.unidentified): self = .unidentified
    case .notAllowed(.forbidden): self = .notPermitted
    case .payload(let payload):
      self.init(
        .badPayload, "The data of the event \"\(event.event)\" is not valid: \(payload).", field: payload.field)
      self = advising("Go back in your browser to correct it: the text that you typed is still there.")
    case .notOffered(let payload):
      self.init(
        .unprocessable, "The event \"\(event.event)\" cannot have this data now: \(payload).", field: payload.field)
    }
  }
}

extension HTTPError {
  /// The sender must sign in.
  static let unidentified = HTTPError(.unidentified, "You must sign in first.")
  /// The sender is known, but may not do this.
  static let notPermitted = HTTPError(.forbidden, "You do not have the permission for this.")
}
