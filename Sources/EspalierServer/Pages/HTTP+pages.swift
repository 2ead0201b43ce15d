package import EspalierHTTP

extension HTTPError.Code {
  /// The cell or the page instance does not exist now.
  package static let unknownNode = Self("unknown-node", .notFound)
  /// The cell does not send this event.
  package static let unknownEvent = Self("unknown-event", .unprocessableContent)
  /// The data does not match the event's type.
  package static let badPayload = Self("bad-payload", .badRequest)
}

extension MediaType {
  /// The browser's compact operations.
  static let domPatch = MediaType("application", "vnd.espalier.patch+json")
  /// Hotwire's Turbo Streams.
  static let turboStream = MediaType("text", "vnd.turbo-stream.html", charset: "utf-8")
}
