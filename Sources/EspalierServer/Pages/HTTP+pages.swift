package import EspalierHTTP
import Espalier

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

extension JSONObject {
  /// The fields of a form or query as one object, in order. A name that occurs several times becomes a list.
  init(_ fields: [FormFields.Pair]) { self.init(collecting: fields.map { ($0.name, .string($0.value)) }) }

  /// The same for values that are already JSON.
  init(collecting fields: [(name: String, value: JSON)]) {
    var values: [String: [JSON]] = [:]
    var names: [String] = []
    for field in fields {
      if values[field.name] == nil { names.append(field.name) }
      values[field.name, default: []].append(field.value)
    }
    self.init(names.map { name in (name, values[name].map { $0.count == 1 ? $0[0] : .array($0) } ?? .null) })
  }
}
