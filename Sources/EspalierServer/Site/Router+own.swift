import EspalierHTTP
import EspalierLocks

extension Router {
  /// The server's own paths that everyone may use.
  static let ownPaths = ["/healthz", "/readyz"]

  /// Answers the server's own paths. Returns false if the request is for something else.
  ///
  /// `OPTIONS *` lists the methods. `/metrics` and the paths of tools answer the clients that their exposure admits;
  /// for all others they do not exist.
  func answerOwn(_ request: Request, _ answer: Answer) throws(HTTPError) -> Bool {
    if request.target.isAsterisk {
      let methods: [Method] = [.get, .head, .post, .options]
      answer(Response(.noContent, headers: [.allow: methods.map(\.rawValue).joined(separator: ", ")]))
      return true
    }
    guard let path = request.plainPath, exposedPaths.contains(path), site.access[path].admits(request) else {
      return false
    }
    let refuse = { @Sendable [self] (error: HTTPError) in _ = answer(refusal(error, request)) }
    guard tools.contains(where: { $0.path == path }) else {
      return try answerOwn(path, request, answer, otherwise: refuse)
    }
    // What a tool shows is where the pages are.
    try lead(request, answer) { [self] answer, request throws(HTTPError) in
      _ = try answerOwn(path, request, answer) { [self] error in answer(refusal(error, request)) }
    }
    return true
  }

  /// Answers `/metrics`, `/openapi.json` and the paths of tools, for clients that may read them. Returns false for another
  /// path.
  func answerOwn(
    _ path: String, _ request: Request, _ answer: Answer, otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) -> Bool {
    if let response = try document(path, request) {
      answer(response)
      return true
    }
    guard let tool = tools.first(where: { $0.path == path }) else { return false }
    try site.hosts.check(request, isPrivate: site.access[path].isPrivate)
    let use = { @Sendable [self] (request: Request) throws(HTTPError) in
      identity.give(try tool.answer(request, ToolSite(site: site)), to: answer, for: request)
    }
    switch try identity.decide(request) {
    case .here(let request): try use(request)
    case .asked(let ask):
      ask { decided in do throws(HTTPError) { try use(try decided.get()) } catch { refuse(error) } }
    }
    return true
  }

  private func document(_ path: String, _ request: Request) throws(HTTPError) -> Response? {
    if path == SiteAccess.metrics {
      try site.hosts.check(request, isPrivate: site.access[path].isPrivate)
      try allow([.get, .head], request)
      return Response.bytes(site.metrics.exposition, .exposition).with(.cacheControl, "no-store")
    }
    if path == SiteAccess.openAPI {
      try site.hosts.check(request, isPrivate: site.access[path].isPrivate)
      try allow([.get, .head], request)
      return try site.description.file(site.api).response(to: request)
    }
    return nil
  }
}

extension MediaType {
  /// The Prometheus text exposition format.
  static let exposition = MediaType("text/plain; version=0.0.4; charset=utf-8") ?? .plainText
}

extension Router {
  /// `/healthz` answers 200 until the process ends; `/readyz` says whether new clients should be sent here. Neither
  /// waits for a page.
  func immediateResponse(to request: Request) -> Response? {
    let response: Response
    switch request.target.canonical == nil ? request.plainPath : nil {
    case "/healthz": response = Self.alive
    case "/readyz":
      let isServing = site.stage.withLock { $0 == .serving }
      response = !isServing ? Self.draining : site.node?.isRegistered == false ? Self.joining : Self.ready
    default: return nil
    }
    do { try allow([.get, .head], request) } catch { return refusal(error, request) }
    return response
  }

  private static let alive = Response.text("ok\n").with(.cacheControl, "no-store")
  private static let ready = Response.text("ready\n").with(.cacheControl, "no-store")
  /// The database of the cluster does not know this node yet.
  private static let joining = Response.text("joining\n", status: .serviceUnavailable).with(.cacheControl, "no-store")
  private static let draining = Response.text("draining\n", status: .serviceUnavailable).with(.cacheControl, "no-store")
}

/// Answers some of the server's own paths, and nothing else.
struct OwnPathRouter: Responder {
  let router: Router
  let paths: [String]

  func respond(to request: Request, _ answer: Answer) {
    let refuse = { @Sendable [self] (error: HTTPError) in
      router.site.metrics.note(error)
      _ = answer(.problem(error, for: request))
    }
    do throws(HTTPError) {
      guard request.target.canonical == nil, let path = request.plainPath,
        paths.contains(path), try router.answerOwn(path, request, answer, otherwise: refuse)
      else { throw router.nothing(at: request) }
    } catch {
      refuse(error)
    }
  }
}
