/// A host with an optional port, as in `Host`, in an absolute target, or after the `//` of an origin (RFC 3986, 3.2).
package struct Authority: Sendable, Equatable {
  /// A name, an IPv4 address, or an IPv6 address in brackets.
  package let host: String
  /// Nil if no port is written.
  package let port: UInt16?

  /// Parses `host`, `host:port`, `[IPv6]` and `[IPv6]:port`; nil for anything else, including user information.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    let end: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = bracket + 1
      let literal = bytes[1..<bracket]
      guard literal.contains(UInt8(ascii: ":")), IPAddress(String(decoding: literal, as: UTF8.self)) != nil else {
        return nil
      }
    } else {
      end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      guard bytes[..<end].allSatisfy(\.isHostCharacter) else { return nil }
    }
    host = String(decoding: bytes[..<end], as: UTF8.self)
    guard end < bytes.count else {
      port = nil
      return
    }
    let digits = bytes[(end + 1)...]
    guard bytes[end] == UInt8(ascii: ":"), digits.allSatisfy(\.isDigit) else { return nil }
    guard !digits.isEmpty else {
      port = nil
      return
    }
    guard let number = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
    port = number
  }

  /// Whether a text is a name or an IPv4 address without a port. Then it parses.
  static func isName(_ text: String) -> Bool { text.allBytes { $0.isHostCharacter } }

  /// The host in lowercase without a trailing dot, so that two spellings of the same name compare equal.
  package var name: String {
    let small = String(decoding: host.utf8.map(\.lowercased), as: UTF8.self)
    return small.hasSuffix(".") ? String(small.dropLast()) : small
  }
}
