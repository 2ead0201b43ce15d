/// A response status: code and reason phrase (RFC 9110, 15). Two statuses are equal if their codes are equal.
public struct Status: Hashable, Sendable, CustomStringConvertible {
  /// Three digits, 100 to 599.
  public let code: Int
  private let words: Words

  /// Names a status; the reason is for people only.
  public init(_ code: Int, _ reason: String) {
    self.code = code
    words = Words(text: reason)
  }

  /// Short words for people, used as a problem's title.
  package var reason: String { words.text }

  /// Code and reason, for example `404 Not Found`.
  public var description: String { "\(code) \(reason)" }

  /// Words that do not count when statuses are compared.
  private struct Words: Hashable {
    let text: String
    static func == (one: Words, other: Words) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }
}

/// The statuses this server knows by name.
extension Status {
  /// 200
  public static let ok = Status(200, "OK")
  package static let accepted = Status(202, "Accepted")
  /// 204
  public static let noContent = Status(204, "No Content")
  package static let partialContent = Status(206, "Partial Content")
  /// 303: the client should GET the given location. The usual answer to a form.
  public static let seeOther = Status(303, "See Other")
  package static let notModified = Status(304, "Not Modified")
  package static let temporaryRedirect = Status(307, "Temporary Redirect")
  package static let permanentRedirect = Status(308, "Permanent Redirect")
  /// 400
  public static let badRequest = Status(400, "Bad Request")
  /// 401
  public static let unauthorized = Status(401, "Unauthorized")
  /// 403
  public static let forbidden = Status(403, "Forbidden")
  /// 404
  public static let notFound = Status(404, "Not Found")
  package static let methodNotAllowed = Status(405, "Method Not Allowed")
  package static let notAcceptable = Status(406, "Not Acceptable")
  package static let conflict = Status(409, "Conflict")
  package static let gone = Status(410, "Gone")
  package static let lengthRequired = Status(411, "Length Required")
  package static let preconditionFailed = Status(412, "Precondition Failed")
  package static let contentTooLarge = Status(413, "Content Too Large")
  package static let uriTooLong = Status(414, "URI Too Long")
  package static let unsupportedMediaType = Status(415, "Unsupported Media Type")
  package static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
  package static let misdirectedRequest = Status(421, "Misdirected Request")
  package static let unprocessableContent = Status(422, "Unprocessable Content")
  package static let tooManyRequests = Status(429, "Too Many Requests")
  package static let requestHeaderFieldsTooLarge = Status(431, "Request Header Fields Too Large")
  package static let internalServerError = Status(500, "Internal Server Error")
  package static let notImplemented = Status(501, "Not Implemented")
  package static let serviceUnavailable = Status(503, "Service Unavailable")
}
