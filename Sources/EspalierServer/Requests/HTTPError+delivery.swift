import EspalierHTTP
import EspalierText
import Espalier

extension HTTPError {
  /// How a client is told that its event was not delivered.
  init(_ error: DeliveryError, to event: EventRequest) {
    switch error {
    case .unknownNode(let address):
      self.init(
        .unknownNode, "There is no cell \"\(address.shown)\" in this page now; read the page again.",
        field: WireName.node,
        status: .gone)
    case .unknownEvent(let label, let known):
      let others = known.isEmpty ? "it sends none" : "it sends: \(known.joined(separator: ", "))"
      self.init(
        .unknownEvent, "The cell \"\(event.node.shown)\" sends no event \"\(label.shown)\"; \(others).",
        field: WireName.event)
    case .unreportedVisibility(let address):
      self.init(
        .unknownEvent, "The node \"\(address.shown)\" does not ask whether it is in view.",
        field: "\(WireName.data).appeared")
    case .payload(let payload):
      self.init(
        .badPayload, "The data of \"\(event.event)\" does not fit: \(payload).", field: payload.field)
      self = advising("Go back in your browser to mend it: what you typed is still there.")
    }
  }
}
