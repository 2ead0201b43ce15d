import EspalierHTTP
import EspalierLocks

extension Router {
  /// The paths that answer for the server itself; no page may have one.
  static let ownPaths = ["/healthz", "/readyz", OwnPath.metrics.rawValue, OwnPath.faults.rawValue]

  /// What the server says about itself; nil where the request is for something else.
  ///
  /// `OPTIONS *` says which methods there are. `/metrics` and `/faults` are there for those to whom the site shows them; to all others they are not.
  func own(_ request: Request) throws(HTTPError) -> Response? {
    if request.target.isAsterisk {
      let methods: [Method] = [.get, .head, .post, .options]
      return Response(.noContent, headers: [.allow: methods.map(\.rawValue).joined(separator: ", ")])
    }
    guard let path = request.plainPath.flatMap({ OwnPath(rawValue: $0) }), site.access[path].admits(request) else {
      return nil
    }
    return try answer(path, request)
  }

  /// Answers the paths of the server itself, for clients that may read them.
  func answer(_ path: OwnPath, _ request: Request) throws(HTTPError) -> Response? {
    switch path {
    case .metrics:
      try site.hosts.check(request, isPrivate: site.access[path].isPrivate)
      try allow([.get, .head], request)
      return Response.bytes(site.metrics.exposition, .exposition).with(.cacheControl, "no-store")
    case .faults:
      guard let lab = site.faults else { return nil }
      try site.hosts.check(request, isPrivate: site.access[path].isPrivate)
      try BrowserCookie.check(request)
      return try faults(in: lab, request)
    }
  }
}

extension MediaType {
  /// The Prometheus text exposition format.
  fileprivate static let exposition = MediaType("text/plain; version=0.0.4; charset=utf-8") ?? .plainText
}
