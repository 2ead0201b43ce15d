/// Groups the addresses that limits count as one client. An IPv4 address is its own group. The addresses of an IPv6 /64
/// share a group, because a host has all addresses of its /64 (RFC 4291, 2.5.4).
package enum ClientGroup {
  /// The name of an address's group. A text that is not an address is its own group.
  package static func name(of address: String) -> String {
    guard !address.allBytes({ $0 != UInt8(ascii: ":") }), let parsed = IPAddress(address), !parsed.isIPv4 else {
      return address
    }
    return "\(IPAddress(bits: (parsed.bits >> 64) << 64))/64"
  }
}
