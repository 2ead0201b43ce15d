/// Whose requests are counted together: an IPv4 address is one client, and so is the /64 of an IPv6 address, because a host has all
/// addresses of its /64 (RFC 4291, 2.5.4).
package enum ClientGroup {
  /// The name of an address's group; a text that is no address is a group of its own.
  package static func name(of address: String) -> String {
    guard address.utf8.contains(UInt8(ascii: ":")), let parsed = IPAddress(address), !parsed.isIPv4 else {
      return address
    }
    return "\(IPAddress(bits: (parsed.bits >> 64) << 64))/64"
  }
}
