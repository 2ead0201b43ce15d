/// What was wrong with a request, or why it could not be answered; `status` says how a client is told.
public struct HTTPError: Error, Sendable {
  /// The kind of error; open, so that other code adds its own. Two are equal when their names are.
  package struct Code: Hashable, Sendable, RawRepresentable {
    /// Lowercase words joined by hyphens.
    package let rawValue: String
    /// The status of the reply, unless the error has one of its own.
    package let status: Status

    /// Names a kind of error, whose status is 500 unless the error has one of its own.
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

  /// What kind of error.
  package let code: Code
  /// One sentence for the client; must not carry secrets.
  package let detail: String
  /// The form field, parameter or header at fault.
  package let field: String?
  /// The methods the resource does answer, for `methodNotAllowed`.
  package let allow: [Method]
  /// The error that caused this one; goes to the log, never to the client.
  package let underlying: (any Error)?
  /// A status that overrides the one of the code.
  package let explicitStatus: Status?
  /// The limit that was crossed, to be counted.
  private(set) var limit: LimitName?
  /// What else a client is told: further members of its problem.
  package private(set) var members: [Member] = []
  /// What a person may do now, for the page of the error.
  package private(set) var advice: String?
  /// When to ask again, if that is known.
  private(set) var retryAfter: Duration?

  /// A further member of the problem that tells the error (RFC 9457, 3.2).
  package struct Member: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
      case text(String)
      case texts([String])
      /// A value that is written as JSON already.
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
  /// The same error, because a limit was crossed.
  package func crossing(_ limit: LimitName, retryAfter: Duration? = nil) -> HTTPError {
    var copy = self
    copy.limit = limit
    copy.retryAfter = retryAfter
    return copy
  }

  /// The same error, with the time after which to ask again.
  package func retrying(after time: Duration) -> HTTPError {
    var copy = self
    copy.retryAfter = time
    return copy
  }

  /// The same error, with one more thing to tell.
  package func telling(_ name: String, _ value: Member.Value) -> HTTPError {
    var copy = self
    copy.members.append(Member(name: name, value: value))
    return copy
  }

  /// The same error, with a sentence that says what a person may do now.
  package func advising(_ advice: String) -> HTTPError {
    var copy = self
    copy.advice = advice
    return copy
  }
}

extension HTTPError {
  /// Nothing new is begun any more.
  package static let stopping = HTTPError(.unavailable, "The server is stopping.")
  /// A file cannot be opened or sent.
  static let noDescriptor = HTTPError(.unavailable, "The server has no file descriptor left; try again later.")
    .crossing(.descriptors, retryAfter: .seconds(1))
  /// Too many long bodies are under way.
  static let bodiesFull = HTTPError(
    .unavailable, "The server is reading as many long bodies as it can hold; try again later."
  )
  .crossing(.bodies, retryAfter: .seconds(1))
  /// No connection has room any more.
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
  /// The body comes in chunks; this server wants its length first (RFC 9110, 15.5.12).
  package static let lengthRequired = Self("length-required", .lengthRequired)
  /// The head leaves no room for the head of the reply.
  package static let headTooLarge = Self("head-too-large", .requestHeaderFieldsTooLarge)
  /// A form or query does not decode.
  package static let badForm = Self("bad-form", .badRequest)
  /// The body is larger than the limit.
  package static let contentTooLarge = Self("content-too-large", .contentTooLarge)
  /// The body has a media type nobody reads here.
  package static let unsupportedMediaType = Self("unsupported-media-type", .unsupportedMediaType)
  /// The body reads well but says something that cannot be done.
  package static let unprocessable = Self("unprocessable", .unprocessableContent)
  /// The body is not JSON (RFC 8259).
  package static let badJSON = Self("bad-json", .badRequest)
  /// Nothing lives at this target.
  package static let notFound = Self("not-found", .notFound)
  /// The resource does not answer this method; see `allow`.
  package static let methodNotAllowed = Self("method-not-allowed", .methodNotAllowed)
  /// No offered media type fits `Accept`.
  package static let notAcceptable = Self("not-acceptable", .notAcceptable)
  /// Allowed to nobody like this client.
  package static let forbidden = Self("forbidden", .forbidden)
  /// Asked under a name that is not this server's (RFC 9110, 15.5.20).
  package static let misdirected = Self("misdirected", .misdirectedRequest)
  /// The resource is in a state that does not allow it.
  package static let conflict = Self("conflict", .conflict)
  /// An `If-Match` did not match.
  package static let preconditionFailed = Self("precondition-failed", .preconditionFailed)
  /// The client asks too often.
  package static let tooManyRequests = Self("too-many-requests", .tooManyRequests)
  /// The server is stopping or full.
  package static let unavailable = Self("unavailable", .serviceUnavailable)
  /// A defect of the server.
  package static let internalError = Self("internal-error", .internalServerError)
}

extension HTTPError {
  /// The status of the reply: the error's own, else that of its code.
  package var status: Status { explicitStatus ?? code.status }
}
