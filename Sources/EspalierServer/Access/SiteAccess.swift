import EspalierHTTP

/// Who is shown the server's own paths, and which proxies are believed.
struct SiteAccess: Sendable {
  private var paths: [OwnPath: OwnPathAccess] = [:]
  let proxies: [String]
  /// What is wrong with one of them.
  private(set) var error: SiteError?

  init(metrics: Exposure, faults: Exposure, proxies: [String]) {
    self.proxies = proxies
    do {
      _ = try Networks(proxies)
    } catch {
      self.error = SiteError(.access, "proxies: \(error)")
    }
    for (path, exposure, name) in [(OwnPath.metrics, metrics, "metrics"), (.faults, faults, "faults")] {
      do {
        paths[path] = try OwnPathAccess(exposure)
      } catch {
        self.error = SiteError(.access, "\(name): \(error)")
      }
    }
  }

  subscript(path: OwnPath) -> OwnPathAccess { paths[path] ?? .off }
}

extension Site {
  /// The servers on ports of their own. Paths that share a host and a port share a server.
  func serversBeside(_ configuration: HTTPConfiguration) -> [HTTPServer] {
    var places: [(host: String, port: UInt16, paths: [OwnPath])] = []
    for path in OwnPath.allCases where path != .faults || faults != nil {
      guard case .port(let port, let host) = access[path].exposure else { continue }
      if let index = places.firstIndex(where: { $0.host == host && $0.port == port && port != 0 }) {
        places[index].paths.append(path)
      } else {
        places.append((host, port, [path]))
      }
    }
    return places.map { place in
      var own = configuration
      (own.host, own.port, own.loops, own.proxies) = (place.host, place.port, 1, [])
      return HTTPServer(
        configuration: own, responder: OwnPathRouter(site: self, paths: place.paths), metrics: metrics.http)
    }
  }
}

/// Answers some of the server's own paths, and nothing else.
struct OwnPathRouter: Responder {
  let site: Site
  let paths: [OwnPath]

  func respond(to request: Request, _ answer: Answer) {
    let router = Router(site: site)
    do throws(HTTPError) {
      guard request.target.canonical == nil, let path = request.plainPath.flatMap({ OwnPath(rawValue: $0) }),
        paths.contains(path), let reply = try router.answer(path, request)
      else { throw router.nothing(at: request) }
      answer(reply)
    } catch {
      site.metrics.note(error)
      answer(.problem(error, for: request))
    }
  }
}
