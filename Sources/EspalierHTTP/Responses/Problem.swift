/// Problem details for HTTP APIs (RFC 9457), as JSON or, for a person, as a small page.
package struct Problem: Sendable, Equatable {
  typealias Member = HTTPError.Member

  /// A URI reference that names the kind of problem.
  let type: String
  let status: Status
  /// The status' reason, or its translation: the same for every problem of a kind.
  private(set) var title: String
  /// What happened this time, for people.
  private(set) var detail: String
  /// Whether the site's author wrote the detail.
  private let isOwn: Bool
  /// The request's id, as in the log.
  let instance: String
  /// Members beyond the five, in order.
  let members: [Member]
  /// What a person can do now. Not part of the JSON.
  private(set) var advice: String?
  /// The methods for `Allow`.
  private let allow: [Method]
  /// Seconds to wait before asking again, for `Retry-After`.
  private let retryAfter: Int?
  /// Whether the request goes to another node instead.
  private let hasMoved: Bool

  /// Makes the problem of an error for the client of a request. It leaves out `underlying`.
  package init(_ error: HTTPError, instance: String) {
    type = "urn:espalier:problem:\(error.code.rawValue)"
    status = error.status
    (title, detail, isOwn) = (error.status.reason, error.detail, error.isOwn)
    self.instance = instance
    hasMoved = error.code == .moved
    advice = error.advice
    allow = error.allow
    var members = error.members
    if let field = error.field { members.append(Member(name: "field", value: .text(field))) }
    if let limit = error.limit { members.append(Member(name: "limit", value: .text(limit.rawValue))) }
    if !allow.isEmpty { members.append(Member(name: "allow", value: .texts(allow.map(\.rawValue)))) }
    self.members = members
    let comesBack = status == .serviceUnavailable || status == .tooManyRequests
    retryAfter = comesBack ? max(1, Int(((error.retryAfter ?? .zero) / .seconds(1)).rounded(.up))) : nil
  }

  /// The name of the field at fault.
  var field: String? {
    for case .text(let name) in members.filter({ $0.name == "field" }).map(\.value) { return name }
    return nil
  }

  /// The problem in another language. A detail that the site's author wrote stays.
  private func translated(_ words: ProblemWords, namingField: Bool = false) -> Problem {
    var copy = self
    let (title, detail) = words.texts(status.code)
    if !title.isEmpty { copy.title = title }
    if !detail.isEmpty && !isOwn {
      copy.detail = detail
      if namingField, let field { copy.detail += " \(words.field): \(field)." }
    }
    if advice != nil { copy.advice = words.advice ?? advice }
    return copy
  }

  /// The response: a page if the client's `Accept` prefers HTML, otherwise problem+json.
  package func response(accepting accept: Accept, in frame: ProblemFrame = ProblemFrame()) -> Response {
    // JSON is offered first, so a client that names no type, such as curl, gets it.
    let isPage = accept.best(of: [.problemJSON, .json, .html])?.isSame(as: .html) ?? false
    let isRead = frame.words.readers.map { accept.best(of: [.json, $0])?.isSame(as: $0) ?? false } ?? false
    var response =
      isPage
      ? Response.text(translated(frame.words).page(in: frame), .html, status: status)
      : .bytes((isRead ? translated(frame.words, namingField: true) : self).json, .problemJSON, status: status)
    response.headers[.cacheControl] = "no-store"
    response.headers[.vary] = frame.words.isNegotiated && (isPage || isRead) ? "Accept, Accept-Language" : "Accept"
    response.headers[.retryAfter] = retryAfter.map { String($0) }
    response.hasMoved = hasMoved
    if !allow.isEmpty { response.headers[.allow] = allow.map(\.rawValue).joined(separator: ", ") }
    return response
  }
}

extension Response {
  /// The reply to a request that failed, in the form that the client prefers.
  package static func problem(_ error: HTTPError, for request: Request) -> Response {
    problem(error, for: request, in: ProblemFrame())
  }

  package static func problem(_ error: HTTPError, for request: Request, in frame: ProblemFrame) -> Response {
    Problem(error, instance: request.id).response(accepting: request.accept, in: frame)
  }
}
