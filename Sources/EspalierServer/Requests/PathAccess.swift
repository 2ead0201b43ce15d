import EspalierHTTP

/// Who may use a path of the server itself: an `Exposure` with its parsed networks.
struct PathAccess: Sendable {
  let exposure: Exposure
  private let networks: Networks

  init(_ exposure: Exposure) throws(Networks.Invalid) {
    self.exposure = exposure
    networks = if case .addresses(let texts) = exposure { try Networks(texts) } else { .none }
  }

  /// Nobody.
  static let off = PathAccess()

  private init() { (exposure, networks) = (.off, .none) }

  /// Whether a request on the site's own port may use the path.
  func admits(_ request: Request) -> Bool {
    switch exposure {
    case .off, .port: false
    case .everyone: true
    case .addresses: request.hasOwnAddress && IPAddress(request.remoteAddress).map { networks.contains($0) } == true
    }
  }

  /// Whether only this machine or listed addresses may use the path. Then the request must use a host name of the site
  /// (DNS rebinding).
  var isPrivate: Bool {
    switch exposure {
    case .off, .everyone: false
    case .addresses: true
    case .port(_, let host):
      host.equalsIgnoringCase("localhost") || IPAddress(host)?.isLoopback == true || host == "[::1]"
    }
  }
}

extension Request {
  /// Whether `remoteAddress` is certainly the client's own: no proxy has passed on the request, or a trusted proxy that
  /// forwards the address.
  fileprivate var hasOwnAddress: Bool {
    client.isProxied
      ? client.isAddressKnown : !Client.forwardingHeaders.contains { headers.contains($0) }
  }
}
