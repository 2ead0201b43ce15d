import EspalierHTTP
import EspalierText
import Espalier

/// The names under which a server may be asked. A page elsewhere can let its own name lead to this machine (DNS rebinding), and
/// would then read what is meant for those who sit at it: only the name in `Host` tells it from them.
struct HostNames: Sendable {
  /// None: no name is known, and all are good.
  let names: [String]

  /// Refuses a name that is not this server's. `isPrivate`: where no names are known, none is good.
  func check(_ request: Request, isPrivate: Bool) throws(HTTPError) {
    if isPrivate && request.client.isProxied && request.client.host == nil {
      throw HTTPError(
        .misdirected,
        "\(request.path.shown) is not answered through a proxy that does not forward the host that was asked for.",
        field: "X-Forwarded-Host")
    }
    guard isPrivate || !names.isEmpty, let host = request.host, !admits(host) else { return }
    throw HTTPError(
      .misdirected,
      "\(request.path.shown) is not answered for the host \"\(host.shown)\"; the site's hosts must name it.",
      field: "Host")
  }

  /// Whether no names were given.
  var isEmpty: Bool { names.isEmpty }

  /// Whether a host is one of the names that were given.
  func names(_ host: Authority) -> Bool { names.contains { $0.equalsIgnoringCase(host.name) } }

  /// Whether a host is one of the names, or a place and no name: `localhost`, or an address in numbers, which leads nowhere else.
  private func admits(_ host: String) -> Bool {
    let name = Self.name(of: host)
    return Self.isAddress(name) || (names + ["localhost"]).contains { $0.equalsIgnoringCase(name) }
  }

  /// Without the port, and without the dot at the end that means the same name.
  private static func name(of host: String) -> Substring {
    if host.utf8.first == UInt8(ascii: "["), let end = host.utf8.firstIndex(of: UInt8(ascii: "]")) {
      return host[...end]
    }
    let name = host.prefix { $0 != ":" }
    return name.utf8.last == UInt8(ascii: ".") ? name.dropLast() : name
  }

  /// `192.0.2.7` or `[2001:db8::1]` (RFC 3986, 3.2.2).
  private static func isAddress(_ name: Substring) -> Bool {
    if name.utf8.first == UInt8(ascii: "[") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy(\.isDigit) }
  }
}
