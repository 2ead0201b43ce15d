import Glibc

/// An IPv4 or IPv6 address. An IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.7`) equals the IPv4 address
/// itself.
package struct IPAddress: Sendable, Hashable {
  /// 128 bits. An IPv4 address has the mapped form: the address is in the lowest 32 bits (RFC 4291, 2.5.5.2).
  let bits: UInt128

  private static let mapped = UInt128(0xFFFF) << 32

  init(bits: UInt128) { self.bits = bits }

  init(_ v4: in_addr) { bits = Self.mapped | UInt128(UInt32(bigEndian: v4.s_addr)) }

  init(_ v6: in6_addr) {
    // Safe: both types have 16 bytes.
    bits = UInt128(bigEndian: unsafe withUnsafeBytes(of: v6) { unsafe $0.loadUnaligned(as: UInt128.self) })
  }

  /// Parses a literal without brackets, port or zone; nil for anything else. Refuses leading zeros in IPv4, because some
  /// programs read such numbers as octal.
  package init?(_ text: some StringProtocol) {
    // inet_pton reads a text only up to a NUL.
    guard !text.utf8.contains(0) else { return nil }
    let text = String(text)
    var (v4, v6) = (in_addr(), in6_addr())
    // Safe: inet_pton fills a local of the right type.
    if unsafe inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4)
    } else if unsafe inet_pton(AF_INET6, text, &v6) == 1 {
      self.init(v6)
    } else {
      return nil
    }
  }

  /// Whether it is an IPv4 address, in either form.
  var isIPv4: Bool { bits >> 32 == 0xFFFF }

  /// `127.0.0.0/8` (RFC 1122, 3.2.1.3) and `::1` (RFC 4291, 2.5.3).
  package var isLoopback: Bool { bits == 1 || (isIPv4 && UInt8(truncatingIfNeeded: bits >> 24) == 127) }
}

extension IPAddress: CustomStringConvertible {
  /// The literal, with the longest run of zeros left out (RFC 5952).
  package var description: String {
    let longest = Int(INET6_ADDRSTRLEN)
    // Safe: inet_ntop reads the last 4 bytes or all 16, and writes at most as many as there is room for, with a NUL at the
    // end.
    return unsafe withUnsafeBytes(of: bits.bigEndian) { bytes in
      unsafe String(unsafeUninitializedCapacity: longest) { text in
        unsafe text.withMemoryRebound(to: CChar.self) { text in
          guard let bytes = bytes.baseAddress, let text = text.baseAddress else { return 0 }
          let family = isIPv4 ? (AF_INET, 12) : (AF_INET6, 0)
          unsafe inet_ntop(family.0, bytes + family.1, text, socklen_t(longest))
          return unsafe strlen(text)
        }
      }
    }
  }
}
