internal import CMicroHTTPD
import Glibc

/// The listening socket. Each daemon gets a duplicate of it. All loops share one queue, so none holds connections that
/// others could serve. It does not use SO_REUSEPORT, which would let a second server take half of the port unnoticed.
struct ListeningSocket: ~Copyable {
  private let descriptor: Int32
  /// The address and port on which it listens.
  let bound: BoundAddress

  /// Binds and listens; throws `badHost`, `portInUse`, `notPermitted` or `system`.
  init(host: String, port: UInt16) throws(ServerError) {
    guard let address = SocketAddress(host: host, port: port) else {
      throw ServerError(.badHost, "The host \(host) is not an IPv4 address, an IPv6 address or localhost.")
    }
    let family = address.isIPv6 ? AF_INET6 : AF_INET
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw Self.error("open a socket", host, port) }
    Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    // `::` means every address, including IPv4, whatever the machine's default is.
    if address.isIPv6 { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    // Safe: the pointer is valid within the call.
    guard unsafe address.withPointer({ unsafe bind(descriptor, $0, $1) }) == 0, listen(descriptor, 4096) == 0,
      let bound = SocketAddress(boundTo: descriptor)
    else {
      let error = Self.error("listen", host, port)
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.bound = BoundAddress(host: bound.host, port: bound.port)
  }

  /// Another descriptor of the same socket, for a daemon to own.
  func duplicate() throws(ServerError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw Self.error("duplicate the socket", bound.host, bound.port) }
    return copy
  }

  deinit { close(descriptor) }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    // Safe: the pointer is to a local of the size that is named.
    unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func error(_ what: String, _ host: String, _ port: UInt16) -> ServerError {
    let number = errno
    switch number {
    case EADDRINUSE:
      return ServerError(
        .portInUse, "Port \(port) of \(host) is already in use; choose another port, or 0 for any free port.",
        number: number)
    case EACCES:
      return ServerError(
        .notPermitted, "This process has no permission to listen on port \(port); choose a port from 1024 on.",
        number: number)
    case EADDRNOTAVAIL:
      return ServerError(
        .badHost, "\(host) is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all addresses.",
        number: number)
    default: return ServerError(.system, "Could not \(what).", number: number)
    }
  }
}
