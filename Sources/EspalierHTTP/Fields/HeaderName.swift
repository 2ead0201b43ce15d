/// The name of a header field: a token, compared case-insensitively (RFC 9110, 5.1).
public struct HeaderName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  private let name: FieldName

  /// The name as written.
  public var rawValue: String { name.text }

  /// Names a header. The server checks that the name is a token when it sends the header.
  public init(rawValue: String) { name = FieldName(text: rawValue) }

  /// Names a header by a literal.
  public init(stringLiteral value: StaticString) { name = FieldName(text: "\(value)") }

  /// The name as written.
  public var description: String { rawValue }

  /// Whether the name is a token, one or more `tchar` (RFC 9110, 5.6.2).
  package var isToken: Bool { !rawValue.isEmpty && rawValue.allBytes { $0.isTokenCharacter } }
}

/// A name in which the case of ASCII letters does not count.
private struct FieldName: Sendable, Hashable {
  let text: String

  static func == (one: FieldName, other: FieldName) -> Bool { one.text.equalsIgnoringCase(other.text) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte.lowercased) }
  }
}

/// The names this server and the layers above it use.
extension HeaderName {
  package static let accept: HeaderName = "Accept"
  package static let acceptEncoding: HeaderName = "Accept-Encoding"
  package static let acceptLanguage: HeaderName = "Accept-Language"
  static let acceptRanges: HeaderName = "Accept-Ranges"
  package static let allow: HeaderName = "Allow"
  package static let authorization: HeaderName = "Authorization"
  /// `Cache-Control`
  public static let cacheControl: HeaderName = "Cache-Control"
  package static let connection: HeaderName = "Connection"
  package static let contentEncoding: HeaderName = "Content-Encoding"
  package static let contentLength: HeaderName = "Content-Length"
  static let contentRange: HeaderName = "Content-Range"
  package static let contentSecurityPolicy: HeaderName = "Content-Security-Policy"
  /// `Content-Type`
  public static let contentType: HeaderName = "Content-Type"
  package static let cookie: HeaderName = "Cookie"
  static let date: HeaderName = "Date"
  package static let etag: HeaderName = "ETag"
  package static let host: HeaderName = "Host"
  package static let ifMatch: HeaderName = "If-Match"
  static let ifModifiedSince: HeaderName = "If-Modified-Since"
  package static let ifNoneMatch: HeaderName = "If-None-Match"
  static let ifRange: HeaderName = "If-Range"
  static let ifUnmodifiedSince: HeaderName = "If-Unmodified-Since"
  package static let lastEventID: HeaderName = "Last-Event-ID"
  static let lastModified: HeaderName = "Last-Modified"
  package static let link: HeaderName = "Link"
  /// `Location`
  public static let location: HeaderName = "Location"
  static let range: HeaderName = "Range"
  /// `Espalier-Request`: the id of the request, as in the log and in problems. The server makes it, and never takes it
  /// from a client.
  package static let request: HeaderName = "Espalier-Request"
  package static let referrerPolicy: HeaderName = "Referrer-Policy"
  /// `Retry-After`, in seconds
  package static let retryAfter: HeaderName = "Retry-After"
  package static let setCookie: HeaderName = "Set-Cookie"
  package static let transferEncoding: HeaderName = "Transfer-Encoding"
  package static let vary: HeaderName = "Vary"
  package static let contentTypeOptions: HeaderName = "X-Content-Type-Options"
}
