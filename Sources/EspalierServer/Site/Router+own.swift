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
    guard let path = request.plainPath, site.access[path].admits(request) else { return nil }
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
    try BrowserCookie.check(request)
    return try tool.answer(request, ToolSite(site: site))
  }
}

extension MediaType {
  /// The Prometheus text exposition format.
  static let exposition = MediaType("text/plain; version=0.0.4; charset=utf-8") ?? .plainText
}
