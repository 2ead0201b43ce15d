import EspalierHTTP
import EspalierText
import Espalier

/// The host names to which the server answers. A page of another site can make its own host name lead to this machine
/// (DNS rebinding), and could then read what only local users may read. Only the name in `Host` shows the difference.
struct HostNames: Sendable {
  /// If empty, no name is known, and every name is accepted.
  let names: [String]

  /// Refuses a name that is not this server's. With `isPrivate` and no known names, it accepts only `localhost` and
  /// numeric addresses.
  func check(_ request: Request, isPrivate: Bool) throws(HTTPError) {
    if isPrivate && request.client.isProxied && request.client.host == nil {
      throw HTTPError(
        .misdirected,
        """
        The server answers \(request.path.shown) through a proxy only if the proxy forwards the host that the client \
        asked for (X-Forwarded-Host).
        """,
        field: "X-Forwarded-Host")
    }
    guard isPrivate || !names.isEmpty, let host = request.host, !admits(host) else { return }
    throw HTTPError(
      .misdirected,
      """
      The server does not answer \(request.path.shown) for the host \"\(host.shown)\"; add that host to --hosts or \
      Site(hosts:).
      """,
      field: "Host")
  }

  /// Whether no names were given.
  var isEmpty: Bool { names.isEmpty }

  /// Whether a host is one of the names that were given.
  func names(_ host: Authority) -> Bool { names.contains { $0.equalsIgnoringCase(host.name) } }

  /// Whether a host is one of the names, `localhost`, or a numeric address, which cannot lead elsewhere.
  private func admits(_ host: String) -> Bool {
    let name = Self.name(of: host)
    return Self.isAddress(name) || (names + ["localhost"]).contains { $0.equalsIgnoringCase(name) }
  }

  /// The host without its port and without a trailing dot, which means the same name.
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
