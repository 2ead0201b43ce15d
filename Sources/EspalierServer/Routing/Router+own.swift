import EspalierLocks

extension Router {
  /// The paths that answer for the server itself; no page may have one.
  static let ownPaths = ["/healthz", "/readyz", "/metrics", FaultForm.path]

  /// What the server says about itself; nil where the request is for something else.
  ///
  /// `/metrics` says what it has counted, to those who may know, and to all others it is not there; `/faults` what goes wrong on purpose, in
  /// development.
  func own(_ request: Request) throws(HTTPError) -> Response? {
    switch request.path {
    case "/metrics" where site.metricsAccess.admits(request):
      try site.hosts.check(request, isPrivate: site.metricsAccess == .loopback)
      try allow([.get, .head], request)
      return Response.bytes(site.metrics.exposition, Exposition.type).with(.cacheControl, "no-store")
    case FaultForm.path:
      guard let lab = site.faults else { return nil }
      try site.hosts.check(request, isPrivate: true)
      return try faults(in: lab, request)
    default: return nil
    }
  }
}
