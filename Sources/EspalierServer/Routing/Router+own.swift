import EspalierHTTP
import EspalierLocks

extension Router {
  /// The paths that answer for the server itself, to everyone.
  static let ownPaths = ["/healthz", "/readyz"]

  /// What the server says about itself; nil where the request is for something else.
  ///
  /// `OPTIONS *` says which methods there are. `/metrics` and the paths of tools are there for those to whom the site shows them; to all
  /// others they are not.
  func own(_ request: Request) throws(HTTPError) -> Response? {
    if request.target.isAsterisk {
      let methods: [Method] = [.get, .head, .post, .options]
      return Response(.noContent, headers: [.allow: methods.map(\.rawValue).joined(separator: ", ")])
    }
    guard let path = request.plainPath, site.access[path].admits(request) else { return nil }
    return try answer(path, request)
  }

  /// Answers `/metrics` and the paths of tools, for clients that may read them.
  func answer(_ path: String, _ request: Request) throws(HTTPError) -> Response? {
    if path == SiteAccess.metrics {
      try site.hosts.check(request, isPrivate: site.access[path].isPrivate)
      try allow([.get, .head], request)
      return Response.bytes(site.metrics.exposition, .exposition).with(.cacheControl, "no-store")
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
