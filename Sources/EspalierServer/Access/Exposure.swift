import EspalierHTTP

/// For whom a path of the server itself is there, such as `/metrics`. To all others it answers 404.
///
/// ```swift
/// Site(metrics: .port(9090)) { … }
/// ```
public enum Exposure: Sendable, Equatable {
  /// For nobody.
  case off
  /// For everyone who reaches the server.
  case everyone
  /// For clients with one of these addresses, or in one of these networks, as in `["127.0.0.1", "10.0.0.0/8"]`. A request that a proxy has
  /// passed on counts as its client's where the proxy is named and forwards the address; otherwise it is not admitted. A proxy that adds no
  /// header at all cannot be told from a client with its address: use `port` behind one.
  case addresses([String])
  /// On a port of its own, where nothing else is answered, for everyone who reaches that port.
  case port(UInt16, host: String = "127.0.0.1")
}

extension Exposure {
  /// Whether it is for somebody on the site's own port.
  package var isOnSite: Bool {
    switch self {
    case .off, .port: false
    case .everyone, .addresses: true
    }
  }

  /// Why a text says nothing of the kind.
  public struct Invalid: Error, Equatable, CustomStringConvertible {
    /// What is wrong, and what to write.
    public let description: String
  }

  /// Reads an option of the command line: `off`, `everyone`, a port (`9090`), an address with a port (`0.0.0.0:9090`, `[::1]:9090`), or
  /// addresses and networks with commas between them (`127.0.0.1,10.0.0.0/8`).
  public init(parsing text: String) throws(Invalid) {
    if text == "off" || text == "everyone" {
      self = text == "off" ? .off : .everyone
    } else if text.utf8.allSatisfy(\.isDigit), let port = UInt16(text) {
      self = .port(port)
    } else if IPAddress(text) == nil, let place = Authority(text), let port = place.port {
      self = .port(port, host: place.host)
    } else {
      let texts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
      do { _ = try Networks(texts) } catch {
        throw Invalid(
          description: "\(error); or write off, everyone, or a port of its own as in 9090 or 0.0.0.0:9090")
      }
      self = .addresses(texts)
    }
  }
}
