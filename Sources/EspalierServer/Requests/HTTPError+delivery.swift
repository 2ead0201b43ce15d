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
        .unknownEvent, "The cell \"\(event.sent.address.shown)\" sends no event \"\(label.shown)\"; \(others).",
        field: WireName.event)
    case .unreportedVisibility(let address):
      self.init(
        .unknownEvent, "The node \"\(address.shown)\" does not observe its visibility.",
        field: "\(WireName.data).appeared")
    case .notAllowed(let refusal): self.init(refusal)
    case .payload(let payload):
      self.init(
        .badPayload, "The data of the event \"\(event.sent.name)\" is not valid: \(payload).", field: payload.field)
      self = advising("Go back in your browser to correct it: the text that you typed is still there.")
    case .file(let refusal): self = HTTPError(refusal, to: event)
    case .notOffered(let payload):
      self.init(
        .unprocessable, "The event \"\(event.sent.name)\" cannot have this data now: \(payload).", field: payload.field)
    case .tooOften(let wait): self = .tooOften(wait)
    case .refused(let refusal):
      self.init(
        .unprocessable, "The row does not accept the event \"\(event.sent.name.shown)\" now: \(refusal.reason).",
        field: refusal.field)
    }
  }

  /// The error for a file that an event does not take.
  private init(_ refusal: FileRefusal, to event: EventRequest) {
    let field = "\(WireName.data).\(refusal.field.shown)"
    switch refusal.reason {
    case .noFiles:
      self.init(.unsupportedMediaType, "The event \"\(event.sent.name)\" takes no files.", field: field)
    case .tooLarge(let most):
      self.init(
        .contentTooLarge, "The file in the field \"\(refusal.field.shown)\" is larger than \(most.asBytes).",
        field: field)
    case .kind(let accepted):
      let kinds = accepted.map(\.title).joined(separator: ", ")
      self.init(
        .unsupportedMediaType,
        "The file in the field \"\(refusal.field.shown)\" must be one of these kinds, whatever its name: \(kinds).",
        field: field)
    }
    self = advising("Go back in your browser and choose another file.")
  }

  /// An event with a limit was sent too often. A client does not send it again by itself: a person may want to change it.
  private static func tooOften(_ wait: Duration) -> HTTPError {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    return HTTPError(
      .tooManyRequests, "This was sent too often. Send it again in \(seconds == 1 ? "a second" : "\(seconds) seconds")."
    )
    .retrying(after: wait).telling("wait", .json(Array("\(seconds)".utf8)))
    .advising("Go back in your browser after that time: the text that you typed is still there.")
  }

  /// The error for somebody who may not do something.
  init(_ refusal: IdentityRule.Refusal) {
    switch refusal {
    case .unidentified: self = .unidentified
    case .forbidden: self = .notPermitted
    }
  }

  /// The sender must sign in.
  static let unidentified = HTTPError(.unidentified, "You must sign in first.")
  /// The sender is known, but may not do this.
  static let notPermitted = HTTPError(.forbidden, "You do not have the permission for this.")
}

extension FileKind {
  /// The name for people.
  fileprivate var title: String {
    switch self {
    case .webp: "WebP"
    case .text: "text"
    case .png, .jpeg, .gif, .avif, .pdf: rawValue.uppercased()
    }
  }
}

extension Int {
  /// A number of bytes for people, as precise as a limit needs: `10 MB`, `300 kB`, `12 bytes`.
  fileprivate var asBytes: String {
    if self >= 1 << 20, self % (1 << 20) == 0 { return "\(self >> 20) MB" }
    if self >= 1 << 10, self % (1 << 10) == 0 { return "\(self >> 10) kB" }
    return "\(self) bytes"
  }
}
