/// The name of a header field: a token, compared case-insensitively (RFC 9110, 5.1).
public struct HeaderName: Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as written.
  public let rawValue: String

  /// Names a header. The server checks that the name is a token when it sends the header.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Names a header by a literal.
  public init(stringLiteral value: StaticString) { rawValue = "\(value)" }

  /// The name as written.
  public var description: String { rawValue }

  /// Whether the name is a token, one or more `tchar` (RFC 9110, 5.6.2).
  package var isToken: Bool { !rawValue.isEmpty && rawValue.allBytes { $0.isTokenCharacter } }
}

extension HeaderName: Hashable {
  /// Compares case-insensitively for ASCII letters.
  public static func == (one: HeaderName, other: HeaderName) -> Bool {
    one.rawValue.equalsIgnoringCase(other.rawValue)
  }

  /// Hashes the lowercase bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte.lowercased) }
  }
}

/// The names this server and the layers above it use.
extension HeaderName {
  /// `Accept`
  package static let accept: HeaderName = "Accept"
  /// `Accept-Encoding`
  package static let acceptEncoding: HeaderName = "Accept-Encoding"
  /// `Accept-Language`
  package static let acceptLanguage: HeaderName = "Accept-Language"
  /// `Accept-Ranges`
  static let acceptRanges: HeaderName = "Accept-Ranges"
  /// `Allow`
  package static let allow: HeaderName = "Allow"
  /// `Authorization`
  package static let authorization: HeaderName = "Authorization"
  /// `Cache-Control`
  public static let cacheControl: HeaderName = "Cache-Control"
  /// `Connection`
  package static let connection: HeaderName = "Connection"
  /// `Content-Encoding`
  package static let contentEncoding: HeaderName = "Content-Encoding"
  /// `Content-Length`
  package static let contentLength: HeaderName = "Content-Length"
  /// `Content-Range`
  static let contentRange: HeaderName = "Content-Range"
  /// `Content-Security-Policy`
  package static let contentSecurityPolicy: HeaderName = "Content-Security-Policy"
  /// `Content-Type`
  public static let contentType: HeaderName = "Content-Type"
  /// `Cookie`
  package static let cookie: HeaderName = "Cookie"
  /// `Date`
  static let date: HeaderName = "Date"
  /// `ETag`
  package static let etag: HeaderName = "ETag"
  /// `Host`
  package static let host: HeaderName = "Host"
  /// `If-Match`
  package static let ifMatch: HeaderName = "If-Match"
  /// `If-Modified-Since`
  static let ifModifiedSince: HeaderName = "If-Modified-Since"
  /// `If-None-Match`
  package static let ifNoneMatch: HeaderName = "If-None-Match"
  /// `If-Range`
  static let ifRange: HeaderName = "If-Range"
  /// `If-Unmodified-Since`
  static let ifUnmodifiedSince: HeaderName = "If-Unmodified-Since"
  /// `Last-Event-ID`
  package static let lastEventID: HeaderName = "Last-Event-ID"
  /// `Last-Modified`
  static let lastModified: HeaderName = "Last-Modified"
  /// `Link`
  package static let link: HeaderName = "Link"
  /// `Location`
  public static let location: HeaderName = "Location"
  /// `Range`
  static let range: HeaderName = "Range"
  /// `Espalier-Request`: the id of the request, as in the log and in problems. The server makes it, and never takes it
  /// from a client.
  package static let request: HeaderName = "Espalier-Request"
  /// `Referrer-Policy`
  package static let referrerPolicy: HeaderName = "Referrer-Policy"
  /// `Retry-After`, in seconds
  package static let retryAfter: HeaderName = "Retry-After"
  /// `Set-Cookie`
  package static let setCookie: HeaderName = "Set-Cookie"
  /// `Transfer-Encoding`
  package static let transferEncoding: HeaderName = "Transfer-Encoding"
  /// `Vary`
  package static let vary: HeaderName = "Vary"
  /// `X-Content-Type-Options`
  package static let contentTypeOptions: HeaderName = "X-Content-Type-Options"
}
