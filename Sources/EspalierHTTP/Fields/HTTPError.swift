/// Says what is wrong with a request, or why the server could not answer it. `status` is the status of the reply.
public struct HTTPError: Error, Sendable {
  /// The kind of error. The set is open: other code can add kinds. Two codes are equal if their names are equal.
  package struct Code: Hashable, Sendable, RawRepresentable {
    /// Lowercase words joined by hyphens.
    package let rawValue: String
    /// The status of the reply, unless the error has its own.
    package let status: Status

    /// Names a kind of error. Its status is 500, unless the error has its own.
    package init(rawValue: String) { self.init(rawValue, .internalServerError) }

    /// Names a kind of error with its status.
    package init(_ name: String, _ status: Status) {
      rawValue = name
      self.status = status
    }

    /// Compares names.
    package static func == (one: Code, other: Code) -> Bool { one.rawValue == other.rawValue }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
  }

  /// The kind of error.
  package let code: Code
  /// One sentence for the client. It must not contain secrets.
  package let detail: String
  /// The form field, parameter or header at fault.
  package let field: String?
  /// The methods that the resource answers, for `methodNotAllowed`.
  package let allow: [Method]
  /// The error that caused this one; goes to the log, never to the client.
  package let underlying: (any Error)?
  /// A status that overrides the one of the code.
  package let explicitStatus: Status?
  /// The limit that the request exceeded, for the metrics.
  private(set) var limit: LimitName?
  /// Additional members of the problem that the client gets.
  package private(set) var members: [Member] = []
  /// What a person can do now, for the error page.
  package private(set) var advice: String?
  /// Whether the site's author wrote the detail, in a language of the site.
  private(set) var isOwn = false
  /// How long the client should wait before it asks again, if that is known.
  private(set) var retryAfter: Duration?

  /// An additional member of the problem (RFC 9457, 3.2).
  package struct Member: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
      case text(String)
      case texts([String])
      /// A value that is already encoded as JSON.
      case json([UInt8])
    }

    package let name: String
    package let value: Value
  }

  /// Describes an error; `status` overrides the one of the code.
  package init(
    _ code: Code, _ detail: String, field: String? = nil, allow: [Method] = [], status: Status? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.detail = detail
    self.field = field
    self.allow = allow
    self.explicitStatus = status
    self.underlying = underlying
  }
}

extension HTTPError {
  /// An error of your own, for a route that throws it. `detail` is one sentence for the client; it must not contain
  /// secrets. `field` is the form field, parameter or header at fault.
  public init(status: Status, _ detail: String, field: String? = nil) {
    let name = status.reason.lowercased().replacing(" ", with: "-")
    self.init(Code(name, status), detail, field: field)
    isOwn = true
  }

  /// The same error, marked with the limit that the request exceeded.
  package func crossing(_ limit: LimitName, retryAfter: Duration? = nil) -> HTTPError {
    var copy = self
    copy.limit = limit
    copy.retryAfter = retryAfter
    return copy
  }

  /// The same error, with the time to wait before asking again.
  package func retrying(after time: Duration) -> HTTPError {
    var copy = self
    copy.retryAfter = time
    return copy
  }

  /// The same error, with one more member in its problem.
  package func telling(_ name: String, _ value: Member.Value) -> HTTPError {
    var copy = self
    copy.members.append(Member(name: name, value: value))
    return copy
  }

  /// The same error, with a sentence that tells a person what to do now.
  package func advising(_ advice: String) -> HTTPError {
    var copy = self
    copy.advice = advice
    return copy
  }
}

extension HTTPError {
  /// Another node of the site has what the request is about. The request goes there instead.
  package static let moved = HTTPError(.moved, "Another node has it now.")
  /// The server is stopping and accepts no new work.
  package static let stopping = HTTPError(.unavailable, "The server is stopping.")
  /// A file cannot be opened or sent.
  static let noDescriptor = HTTPError(.unavailable, "The server has no file descriptor left; try again later.")
    .crossing(.descriptors, retryAfter: .seconds(1))
  /// The server reads as many long bodies as it can hold.
  static let bodiesFull = HTTPError(
    .unavailable, "The server is reading as many long bodies as it can hold; try again later."
  )
  .crossing(.bodies, retryAfter: .seconds(1))
  /// The head leaves too little of the connection's memory for the head of a reply.
  static let headTooLarge = HTTPError(
    .headTooLarge, "The head is too large to be answered; send fewer or shorter header fields, cookies and parameters."
  ).crossing(.headerMemory)
  /// The server has reached its limit of connections.
  static let serverFull = HTTPError(.unavailable, "The server has reached its limit of connections; try again later.")
    .crossing(.connections, retryAfter: .seconds(1))
}

extension HTTPError.Code {
  /// The request target is malformed (RFC 9112, 3.2).
  package static let badTarget = Self("bad-target", .badRequest)
  /// A header is malformed (RFC 9112, 5).
  package static let badHeader = Self("bad-header", .badRequest)
  /// The method is not a token (RFC 9110, 9.1).
  package static let badMethod = Self("bad-method", .badRequest)
  /// The target is longer than the limit.
  package static let targetTooLong = Self("target-too-long", .uriTooLong)
  /// The head has more fields than the limit.
  package static let tooManyHeaders = Self("too-many-headers", .requestHeaderFieldsTooLarge)
  /// The body's length is ambiguous (RFC 9112, 6).
  package static let badFraming = Self("bad-framing", .badRequest)
  /// A transfer coding that is not implemented (RFC 9112, 6.1).
  package static let unknownTransferCoding = Self("unknown-transfer-coding", .notImplemented)
  /// The body is chunked; this server requires its length first (RFC 9110, 15.5.12).
  package static let lengthRequired = Self("length-required", .lengthRequired)
  /// The head leaves no room for the head of the reply.
  package static let headTooLarge = Self("head-too-large", .requestHeaderFieldsTooLarge)
  /// A form or query does not decode.
  package static let badForm = Self("bad-form", .badRequest)
  /// The body is larger than the limit.
  package static let contentTooLarge = Self("content-too-large", .contentTooLarge)
  /// The server does not read bodies of this media type.
  package static let unsupportedMediaType = Self("unsupported-media-type", .unsupportedMediaType)
  /// The body is well-formed, but asks for something that cannot be done.
  package static let unprocessable = Self("unprocessable", .unprocessableContent)
  /// The body is not JSON (RFC 8259).
  package static let badJSON = Self("bad-json", .badRequest)
  /// Nothing exists at this target.
  package static let notFound = Self("not-found", .notFound)
  /// The resource does not answer this method; see `allow`.
  package static let methodNotAllowed = Self("method-not-allowed", .methodNotAllowed)
  /// No offered media type fits `Accept`.
  package static let notAcceptable = Self("not-acceptable", .notAcceptable)
  /// The client must say who it is (RFC 9110, 15.5.2).
  package static let unidentified = Self("unidentified", .unauthorized)
  /// This client may not do this.
  package static let forbidden = Self("forbidden", .forbidden)
  /// The request names a host that is not this server (RFC 9110, 15.5.20).
  package static let misdirected = Self("misdirected", .misdirectedRequest)
  /// Another node of the site has what the request is about. It never leaves the cluster.
  package static let moved = Self("moved", .misdirectedRequest)
  /// The resource is in a state that does not allow it.
  package static let conflict = Self("conflict", .conflict)
  /// An `If-Match` did not match.
  package static let preconditionFailed = Self("precondition-failed", .preconditionFailed)
  /// The requested part lies outside of the file (RFC 9110, 15.5.17).
  static let rangeNotSatisfiable = Self("range-not-satisfiable", .rangeNotSatisfiable)
  /// The client sends too many requests.
  package static let tooManyRequests = Self("too-many-requests", .tooManyRequests)
  /// The server is stopping or full.
  package static let unavailable = Self("unavailable", .serviceUnavailable)
  /// A bug in the server.
  package static let internalError = Self("internal-error", .internalServerError)
}

extension HTTPError {
  /// The status of the reply: the error's own, otherwise its code's.
  package var status: Status { explicitStatus ?? code.status }
}
