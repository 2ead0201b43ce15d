import EspalierHTTP

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
