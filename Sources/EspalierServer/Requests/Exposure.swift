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
