import Espalier

/// What was wrong with a request, or why it could not be answered; `status` says how a client is told.
public struct HTTPError: Error, Sendable {
  /// The kind of error; open, so that other code adds its own (with a `status` of its own).
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// Lowercase words joined by hyphens.
    public let rawValue: String

    /// Names a kind of error.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What kind of error.
  public let code: Code
  /// One sentence for the client; must not carry secrets.
  public let detail: String
  /// The form field, parameter or header at fault.
  public let field: String?
  /// The methods the resource does answer, for `methodNotAllowed`.
  public let allow: [Method]
  /// The error that caused this one; goes to the log, never to the client.
  public let underlying: (any Error)?
  /// A status that overrides the one of the code.
  public let explicitStatus: Status?
  /// The limit that was crossed, to be counted.
  private(set) var limit: LimitName?
  /// What else a client is told: further members of its problem.
  private(set) var members: [Problem.Member] = []
  /// When to ask again, if that is known.
  private(set) var retryAfter: Duration?

  /// Describes an error; `status` is needed for codes this module does not know.
  public init(
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
  func crossing(_ limit: LimitName, retryAfter: Duration? = nil) -> HTTPError {
    var copy = self
    copy.limit = limit
    copy.retryAfter = retryAfter
    return copy
  }

  /// The same error, with the time after which to ask again.
  func retrying(after time: Duration) -> HTTPError {
    var copy = self
    copy.retryAfter = time
    return copy
  }

  /// The same error, with one more thing to tell.
  func telling(_ name: String, _ value: JSON) -> HTTPError {
    var copy = self
    copy.members.append(Problem.Member(name: name, value: value))
    return copy
  }
}

extension HTTPError {
  /// Nothing new is begun any more.
  static let stopping = HTTPError(.unavailable, "The server is stopping.")
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
  public static let badTarget = Self(rawValue: "bad-target")
  /// A header is malformed (RFC 9112, 5).
  public static let badHeader = Self(rawValue: "bad-header")
  /// The method is not a token (RFC 9110, 9.1).
  public static let badMethod = Self(rawValue: "bad-method")
  /// The target is longer than the limit.
  public static let targetTooLong = Self(rawValue: "target-too-long")
  /// The head has more fields than the limit.
  public static let tooManyHeaders = Self(rawValue: "too-many-headers")
  /// The body's length is ambiguous (RFC 9112, 6).
  public static let badFraming = Self(rawValue: "bad-framing")
  /// A transfer coding that is not implemented (RFC 9112, 6.1).
  public static let unknownTransferCoding = Self(rawValue: "unknown-transfer-coding")
  /// The body comes in chunks; this server wants its length first (RFC 9110, 15.5.12).
  public static let lengthRequired = Self(rawValue: "length-required")
  /// The head leaves no room for the head of the reply.
  public static let headTooLarge = Self(rawValue: "head-too-large")
  /// A form or query does not decode.
  public static let badForm = Self(rawValue: "bad-form")
  /// The body is larger than the limit.
  public static let contentTooLarge = Self(rawValue: "content-too-large")
  /// The body has a media type nobody reads here.
  public static let unsupportedMediaType = Self(rawValue: "unsupported-media-type")
  /// The body reads well but says something that cannot be done.
  public static let unprocessable = Self(rawValue: "unprocessable")
  /// The body is not JSON (RFC 8259).
  public static let badJSON = Self(rawValue: "bad-json")
  /// No such cell is there now, or the page instance is not.
  public static let unknownNode = Self(rawValue: "unknown-node")
  /// The cell sends no such event.
  public static let unknownEvent = Self(rawValue: "unknown-event")
  /// The data is not of the event's type.
  public static let badPayload = Self(rawValue: "bad-payload")
  /// Nothing lives at this target.
  public static let notFound = Self(rawValue: "not-found")
  /// The resource does not answer this method; see `allow`.
  public static let methodNotAllowed = Self(rawValue: "method-not-allowed")
  /// No offered media type fits `Accept`.
  public static let notAcceptable = Self(rawValue: "not-acceptable")
  /// Allowed to nobody like this client.
  public static let forbidden = Self(rawValue: "forbidden")
  /// Asked under a name that is not this server's (RFC 9110, 15.5.20).
  public static let misdirected = Self(rawValue: "misdirected")
  /// The resource is in a state that does not allow it.
  public static let conflict = Self(rawValue: "conflict")
  /// An `If-Match` did not match.
  public static let preconditionFailed = Self(rawValue: "precondition-failed")
  /// The client asks too often.
  public static let tooManyRequests = Self(rawValue: "too-many-requests")
  /// The server is stopping or full.
  public static let unavailable = Self(rawValue: "unavailable")
  /// A defect of the server.
  public static let internalError = Self(rawValue: "internal-error")
}

extension HTTPError {
  /// How a client is told: the one place where codes become statuses.
  public var status: Status {
    if let explicitStatus { return explicitStatus }
    switch code {
    case .badMethod, .badTarget, .badHeader, .badFraming, .badForm, .badJSON, .badPayload: return .badRequest
    case .unknownTransferCoding: return .notImplemented
    case .targetTooLong: return .uriTooLong
    case .tooManyHeaders, .headTooLarge: return .requestHeaderFieldsTooLarge
    case .lengthRequired: return .lengthRequired
    case .contentTooLarge: return .contentTooLarge
    case .unsupportedMediaType: return .unsupportedMediaType
    case .unprocessable, .unknownEvent: return .unprocessableContent
    case .notFound, .unknownNode: return .notFound
    case .methodNotAllowed: return .methodNotAllowed
    case .notAcceptable: return .notAcceptable
    case .forbidden: return .forbidden
    case .misdirected: return .misdirectedRequest
    case .conflict: return .conflict
    case .preconditionFailed: return .preconditionFailed
    case .tooManyRequests: return .tooManyRequests
    case .unavailable: return .serviceUnavailable
    default: return .internalServerError
    }
  }
}
