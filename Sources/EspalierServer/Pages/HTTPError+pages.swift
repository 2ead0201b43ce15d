public import EspalierHTTP

extension HTTPError.Code {
  /// No such cell is there now, or the page instance is not.
  public static let unknownNode = Self("unknown-node", .notFound)
  /// The cell sends no such event.
  public static let unknownEvent = Self("unknown-event", .unprocessableContent)
  /// The data is not of the event's type.
  public static let badPayload = Self("bad-payload", .badRequest)
}
