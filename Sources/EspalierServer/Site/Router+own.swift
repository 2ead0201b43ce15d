import EspalierHTTP
import EspalierLocks

extension Router {
  /// The server's own paths that everyone may use.
  static let ownPaths = ["/healthz", "/readyz"]

  /// Answers the server's own paths; nil if the request is for something else.
  ///
  /// `OPTIONS *` lists the methods. `/metrics` and the paths of tools answer the clients that their exposure admits;
  /// for all others they do not exist.
  func own(_ request: Request) throws(HTTPError) -> Response? {
    if request.target.isAsterisk {
      let methods: [Method] = [.get, .head, .post, .options]
      return Response(.noContent, headers: [.allow: methods.map(\.rawValue).joined(separator: ", ")])
    }
    guard let path = request.plainPath, exposedPaths.contains(path), site.access[path].admits(request) else {
      return nil
    }
    return try answer(path, request)
  }

  /// Answers `/metrics`, `/openapi.json` and the paths of tools, for clients that may read them.
  func answer(_ path: String, _ request: Request) throws(HTTPError) -> Response? {
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
    guard let tool = tools.first(where: { $0.path == path }) else { return nil }
    try site.hosts.check(request, isPrivate: site.access[path].isPrivate)
    let request = try identity.decide(request)
    return identity.settingCookies(try tool.answer(request, ToolSite(site: site)), request)
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
    case "/readyz": response = site.stage.withLock { $0 == .serving } ? Self.ready : Self.draining
    default: return nil
    }
    do { try allow([.get, .head], request) } catch { return refusal(error, request) }
    return response
  }

  private static let alive = Response.text("ok\n").with(.cacheControl, "no-store")
  private static let ready = Response.text("ready\n").with(.cacheControl, "no-store")
  private static let draining = Response.text("draining\n", status: .serviceUnavailable).with(.cacheControl, "no-store")
}

/// Answers some of the server's own paths, and nothing else.
struct OwnPathRouter: Responder {
  let router: Router
  let paths: [String]

  func respond(to request: Request, _ answer: Answer) {
    do throws(HTTPError) {
      guard request.target.canonical == nil, let path = request.plainPath,
        paths.contains(path), let reply = try router.answer(path, request)
      else { throw router.nothing(at: request) }
      answer(reply)
    } catch {
      router.site.metrics.note(error)
      answer(.problem(error, for: request))
    }
  }
}
