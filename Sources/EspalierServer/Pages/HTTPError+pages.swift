package import EspalierHTTP

extension HTTPError.Code {
  /// No such cell is there now, or the page instance is not.
  package static let unknownNode = Self("unknown-node", .notFound)
  /// The cell sends no such event.
  package static let unknownEvent = Self("unknown-event", .unprocessableContent)
  /// The data is not of the event's type.
  package static let badPayload = Self("bad-payload", .badRequest)
}
