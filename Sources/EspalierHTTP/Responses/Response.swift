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
  /// Whether the request has to go to another node instead: `HTTPError.moved`.
  package var hasMoved = false

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

extension Response {
  /// A response whose body is written while it is sent. If `write` throws, the connection breaks off, so that the
  /// client knows that the body is not complete.
  public static func stream(
    _ type: MediaType, status: Status = .ok, _ write: @escaping @Sendable (BodyWriter) async throws -> Void
  ) -> Response {
    // Nothing but the body's own bytes, however long it is silent.
    let stream = EventStream(heartbeat: { _ in [] })
    let writer = BodyWriter(stream)
    let task = Task {
      do {
        try await write(writer)
        stream.close()
      } catch {
        stream.finish(.broken)
      }
    }
    stream.onClose { end in if end == .gone { task.cancel() } }
    return Response(status, headers: [.contentType: type.description], body: .stream(stream))
  }
}

extension Response {
  /// The response as it is sent without the daemon. The connection ends after it.
  func wire(id: String, withBody: Bool) -> [UInt8] {
    let body = body.collected
    var fields = wireFields.map { "\($0.name.rawValue): \($0.value)" }
    if status.code != 204 && status.code != 304 { fields.append("Content-Length: \(body.count)") }
    fields += ["Connection: close", "\(HeaderName.request.rawValue): \(id)"]
    let head = "HTTP/1.1 \(status)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + (withBody ? body : [])
  }
}

extension Response {
  /// The security headers that every response gets unless it sets its own. They are constants, so nothing checks them
  /// when they are sent.
  static let safetyHeaders: [(name: HeaderName, field: ConstantField)] = [
    safety("X-Content-Type-Options", "nosniff"),
    safety("Referrer-Policy", "same-origin"),
    safety(
      "Content-Security-Policy",
      """
      default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'self'; base-uri 'none'; \
      frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types espalier
      """),
  ]

  private static func safety(_ name: StaticString, _ value: StaticString) -> (HeaderName, ConstantField) {
    (HeaderName(stringLiteral: name), ConstantField(name: name, value: value))
  }

  /// Whether only the server writes a header. A responder's own value could contradict the server's.
  static func isFraming(_ name: HeaderName) -> Bool {
    // Most names have another length.
    switch name.rawValue.utf8.count {
    case 4: name == .date
    case 14: name == .contentLength
    case 16: name == .request
    case 17: name == .transferEncoding
    default: false
    }
  }

  /// The fields to send: the response's own fields without the framing, then the security headers that it lacks.
  var wireFields: [Headers.Field] {
    headers.fields.filter { !Self.isFraming($0.name) }
      + Self.safetyHeaders.filter { !headers.contains($0.name) }.map {
        Headers.Field(name: $0.name, value: "\($0.field.value)")
      }
  }
}

/// A header field that is part of the program.
struct ConstantField: Sendable {
  let name: StaticString
  let value: StaticString
}
