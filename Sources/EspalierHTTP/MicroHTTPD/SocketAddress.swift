internal import CMicroHTTPD
import Glibc

/// An IPv4 or IPv6 address with its port, in the C layout.
struct SocketAddress {
  private var storage = sockaddr_storage()
  private(set) var length: socklen_t = 0

  /// Parses a literal, with or without brackets, or `localhost`.
  init?(host: String, port: UInt16) {
    var name = host.equalsIgnoringCase("localhost") ? "127.0.0.1" : host
    if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    // Safe: inet_pton fills locals of the right size, and sockaddr_storage is made to hold either of the two.
    if unsafe inet_pton(AF_INET, name, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.storeBytes(of: v4, as: sockaddr_in.self) }
    } else if unsafe inet_pton(AF_INET6, name, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.storeBytes(of: v6, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  /// The address a socket is bound to.
  init?(boundTo descriptor: Int32) {
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var length = length
    // Safe: the pointer is used within the call, and length is that of the storage.
    let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { return nil }
    self.length = length
  }

  var isIPv6: Bool { storage.ss_family == sa_family_t(AF_INET6) }

  /// Calls `body` with the C pointer.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    // Safe: sockaddr is the common head of every socket address, and the pointer does not leave the call.
    unsafe withUnsafePointer(to: storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
  }

  /// The port.
  var port: UInt16 {
    // Safe: in both families the port is at the same place, after the 16 bits of the family.
    unsafe withPointer { pointer, _ in
      UInt16(bigEndian: unsafe UnsafeRawPointer(pointer).load(fromByteOffset: 2, as: UInt16.self))
    }
  }

  /// The literal without a port.
  var host: String { unsafe withPointer { pointer, _ in unsafe Self.host(of: pointer) } }

  /// The literal of a C address. An IPv4 client of an IPv6 socket is shown as IPv4. `unknown` for another family.
  static func host(of address: UnsafePointer<sockaddr>) -> String {
    // Safe: the family says which of the two layouts is behind the pointer.
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      return IPAddress(unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr).description
    case AF_INET6:
      return IPAddress(unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr).description
    default: return "unknown"
    }
  }
}
