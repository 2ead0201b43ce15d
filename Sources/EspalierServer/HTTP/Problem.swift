public import Espalier

/// Problem details for HTTP APIs (RFC 9457), as JSON or, for a person, as a small page.
public struct Problem: Sendable, Equatable {
  /// One extension member (RFC 9457, 3.2).
  public struct Member: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: JSON
  }

  /// A URI reference that names the kind of problem.
  public var type: String
  /// The status' reason: the same for every problem of a kind.
  public var title: String
  /// The status.
  public var status: Status
  /// What happened this time, for people.
  public var detail: String
  /// The request's id, as in the log.
  public var instance: String
  /// Members beyond the five, in order.
  public var members: [Member]
  /// Seconds after which to ask again, for `Retry-After`.
  var retryAfter: Int?

  /// Tells an error to the client of a request; `underlying` stays behind.
  public init(_ error: HTTPError, instance: String) {
    type = "urn:espalier:problem:\(error.code.rawValue)"
    title = error.status.reason
    status = error.status
    detail = error.detail
    self.instance = instance
    members = error.members
    if let field = error.field { add("field", .string(field)) }
    if let limit = error.limit { add("limit", .string(limit.rawValue)) }
    if status == .serviceUnavailable || status == .tooManyRequests {
      retryAfter = max(1, Int(((error.retryAfter ?? .zero) / .seconds(1)).rounded(.up)))
    }
    if !error.allow.isEmpty { add("allow", .array(error.allow.map { .string($0.rawValue) })) }
  }

  /// Adds an extension member.
  public mutating func add(_ name: String, _ value: JSON) { members.append(Member(name: name, value: value)) }

  /// Whether the data of a form is at fault.
  var isOfForm: Bool { type.hasSuffix(HTTPError.Code.badPayload.rawValue) }

  /// The response: a page where the client's `Accept` prefers HTML, problem+json otherwise.
  public func response(accepting accept: Accept) -> Response { response(accepting: accept, in: ProblemFrame()) }

  func response(accepting accept: Accept, in frame: ProblemFrame) -> Response {
    // JSON is offered first: a client that says nothing, such as curl, reads it.
    let isPage = accept.best(of: [.problemJSON, .json, .html])?.isSame(as: .html) ?? false
    var response =
      isPage
      ? Response.text(page(in: frame).source, .html, status: status) : .bytes(json.line, .problemJSON, status: status)
    response.headers[.cacheControl] = "no-store"
    response.headers[.vary] = "Accept"
    response.headers[.retryAfter] = retryAfter.map { String($0) }
    for case .array(let methods) in members.filter({ $0.name == "allow" }).map(\.value) {
      response.headers[.allow] = methods.compactMap(\.text).joined(separator: ", ")
    }
    return response
  }
}

extension Response {
  /// The answer to a request that met an error, in the form the client prefers.
  public static func problem(_ error: HTTPError, for request: Request) -> Response {
    problem(error, for: request, in: ProblemFrame())
  }

  static func problem(_ error: HTTPError, for request: Request, in frame: ProblemFrame) -> Response {
    Problem(error, instance: request.id).response(accepting: request.accept, in: frame)
  }
}
