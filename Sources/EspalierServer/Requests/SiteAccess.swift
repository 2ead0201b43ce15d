import EspalierHTTP

/// Who may use a path of the server itself, such as `/metrics`. All others get a 404.
///
/// ```swift
/// Site(metrics: .port(9090)) { … }
/// ```
public enum Exposure: Sendable, Equatable {
  /// Nobody.
  case off
  /// Everyone who reaches the server.
  case everyone
  /// Clients with one of these addresses, or in one of these networks, for example `["127.0.0.1", "10.0.0.0/8"]`. If a
  /// proxy has passed on a request, the client's address counts, but only if the proxy is a trusted one and forwards
  /// that address; otherwise the request is refused. A proxy that adds no header at all looks like a client with its
  /// address: use `port` behind such a proxy.
  case addresses([String])
  /// Everyone who reaches a separate port, which answers nothing else.
  case port(UInt16, host: String = "127.0.0.1")
}

extension Exposure {
  /// Whether the site's own port answers the path for anybody.
  package var isOnSite: Bool {
    switch self {
    case .off, .port: false
    case .everyone, .addresses: true
    }
  }

  /// Parses an option of the command line: `off`, `everyone`, a port (`9090`), an address with a port (`0.0.0.0:9090`,
  /// `[::1]:9090`), or addresses and networks separated by commas (`127.0.0.1,10.0.0.0/8`).
  package init(parsing text: String) throws(SiteError) {
    if text == "off" || text == "everyone" {
      self = text == "off" ? .off : .everyone
    } else if text.utf8.allSatisfy(\.isDigit), let port = UInt16(text) {
      self = .port(port)
    } else if IPAddress(text) == nil, let place = Authority(text), let port = place.port {
      self = .port(port, host: place.host)
    } else {
      let texts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
      do { _ = try Networks(texts) } catch {
        throw SiteError(
          .access, "\(error); or write off, everyone, or a separate port such as 9090 or 0.0.0.0:9090")
      }
      self = .addresses(texts)
    }
  }
}

/// Who may use the server's own paths, and which proxies are trusted.
struct SiteAccess: Sendable {
  static let metrics = "/metrics"
  static let openAPI = "/openapi.json"

  private var exposed: [String: PathAccess] = [:]
  /// All paths with an exposure, in order.
  let paths: [String]
  let proxies: [String]
  /// An invalid proxy or exposure; nil if all are valid.
  private(set) var error: SiteError?

  /// A site that does not show its description may have a page or file of its own at that path.
  init(metrics: Exposure, openAPI: Exposure, tools: [(path: String, exposure: Exposure)], proxies: [String]) {
    let description = openAPI == .off ? [] : [(path: Self.openAPI, exposure: openAPI)]
    let all = [(path: Self.metrics, exposure: metrics)] + description + tools
    paths = all.map(\.path)
    self.proxies = proxies
    do {
      _ = try Networks(proxies)
    } catch {
      self.error = SiteError(.access, "proxies: \(error)")
    }
    for (path, exposure) in all {
      do {
        exposed[path] = try PathAccess(exposure)
      } catch {
        self.error = SiteError(.access, "\(path == Self.openAPI ? "openAPI" : path.dropFirst()): \(error)")
      }
    }
  }

  subscript(path: String) -> PathAccess { exposed[path] ?? .off }

  /// The hosts and ports of the paths that have a separate port. Paths that share a host and a port share an entry.
  var places: [(host: String, port: UInt16, paths: [String])] {
    var places: [(host: String, port: UInt16, paths: [String])] = []
    for path in paths {
      guard case .port(let port, let host) = self[path].exposure else { continue }
      if let index = places.firstIndex(where: { $0.host == host && $0.port == port && port != 0 }) {
        places[index].paths.append(path)
      } else {
        places.append((host, port, [path]))
      }
    }
    return places
  }
}

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
