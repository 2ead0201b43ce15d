/// A reply: a status, headers and a body. The server adds the length, the date and the security headers.
public struct Response: Sendable {
  /// The kinds of body.
  package enum Body: Sendable {
    /// No bytes.
    case empty
    /// All bytes.
    case bytes([UInt8])
    /// Many bytes, in pieces that other responses share.
    case shared(SharedBytes)
    /// A file, read while it is sent.
    case file(OpenFile)
    /// Bytes as they arrive, until the stream is closed.
    case stream(EventStream)
  }

  /// The status.
  public var status: Status
  /// The headers. The server sets the length, the coding and the date, and ignores them here.
  public var headers: Headers
  /// The body.
  package var body: Body
  /// The bytes of the body before it was compressed; nil if it is not compressed.
  package var plainCount: Int?

  /// A response without a body.
  public init(_ status: Status, headers: Headers = [:]) { self.init(status, headers: headers, body: .empty) }

  /// A response from its parts.
  package init(_ status: Status, headers: Headers = [:], body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Bytes with their media type.
  public static func bytes(_ bytes: [UInt8], _ type: MediaType, status: Status = .ok) -> Response {
    Response(status, headers: [.contentType: type.description], body: .bytes(bytes))
  }

  /// Text, sent as UTF-8.
  public static func text(_ text: String, _ type: MediaType = .plainText, status: Status = .ok) -> Response {
    .bytes(Array(text.utf8), type, status: status)
  }

  /// Server-sent events (WHATWG HTML, 9.2), with headers that stop caches and proxies from storing or buffering them.
  package static func events(_ stream: EventStream) -> Response {
    Response(
      .ok,
      headers: [
        .contentType: MediaType.eventStream.description, .cacheControl: "no-cache, no-transform",
        "X-Accel-Buffering": "no",
      ],
      body: .stream(stream))
  }

  /// The same response with one header set.
  package func with(_ name: HeaderName, _ value: String) -> Response {
    var copy = self
    copy.headers[name] = value
    return copy
  }

  /// Adds a cookie. Throws `badHeader` if it contains a character that a cookie may not contain.
  package mutating func set(_ cookie: SetCookie) throws(HTTPError) {
    headers.append(.setCookie, try cookie.headerValue())
  }
}

extension Response.Body {
  /// A body from parts. A long body shares them with other responses; a short body copies them, which costs less.
  package static func parts(_ parts: [SharedBytes.Part]) -> Self {
    let bytes = SharedBytes(parts)
    return bytes.count > 64 << 10 ? .shared(bytes) : .bytes(bytes.joined)
  }

  /// A part of bytes or of a file; anything else stays whole.
  func part(_ range: Range<Int>) -> Self {
    switch self {
    case .bytes(let bytes): .bytes(Array(bytes[range]))
    case .file(let file): .file(file.part(range))
    case .empty, .shared, .stream: self
    }
  }

  /// Whether it is sent while it is made or read.
  var isStreamed: Bool {
    switch self {
    case .empty, .bytes, .shared: false
    case .file, .stream: true
    }
  }

  /// The number of bytes; 0 for a stream.
  package var count: Int {
    switch self {
    case .empty, .stream: 0
    case .bytes(let bytes): bytes.count
    case .shared(let bytes): bytes.count
    case .file(let file): file.size
    }
  }

  /// All bytes; empty for a stream, and for a file that cannot be read.
  package var collected: [UInt8] {
    switch self {
    case .empty, .stream: []
    case .bytes(let bytes): bytes
    case .shared(let bytes): bytes.joined
    case .file(let file): file.bytes ?? []
    }
  }
}
