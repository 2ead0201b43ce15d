import EspalierHTTP

/// Who is shown a path of the server itself: an `Exposure` with its networks read.
struct PathAccess: Sendable {
  let exposure: Exposure
  private let networks: Networks

  init(_ exposure: Exposure) throws(Networks.Invalid) {
    self.exposure = exposure
    networks = if case .addresses(let texts) = exposure { try Networks(texts) } else { .none }
  }

  /// For nobody.
  static let off = PathAccess()

  private init() { (exposure, networks) = (.off, .none) }

  /// Whether a request on the site's own port is shown it.
  func admits(_ request: Request) -> Bool {
    switch exposure {
    case .off, .port: false
    case .everyone: true
    case .addresses: request.hasOwnAddress && IPAddress(request.remoteAddress).map { networks.contains($0) } == true
    }
  }

  /// Whether it is for those at the machine, or at named ones. Then only a name that the site has may lead there (DNS rebinding).
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
  /// Whether `remoteAddress` is the client's own for certain: no proxy has passed the request on, or a named one that forwards the address.
  fileprivate var hasOwnAddress: Bool {
    client.isProxied
      ? client.isAddressKnown : !Client.forwardingHeaders.contains { headers.contains($0) }
  }
}
