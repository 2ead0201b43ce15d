/// How SQLite compares texts: https://www.sqlite.org/datatype3.html#collation. A connection has these three and no
/// others, because the library adds none.
package enum Collation: String, Sendable, Hashable {
  /// Byte by byte.
  case binary = "BINARY"
  /// As `binary`, but the 26 letters of ASCII in lower case.
  case nocase = "NOCASE"
  /// As `binary`, without spaces at the end.
  case rtrim = "RTRIM"

  /// Whether the first text comes before the second (-1), after it (1), or neither (0).
  func compare(_ one: String, _ other: String) -> Int {
    switch self {
    case .binary: Self.compare(one.utf8, other.utf8)
    case .nocase: Self.compare(one.utf8.lazy.map(Self.lowered), other.utf8.lazy.map(Self.lowered))
    case .rtrim: Self.compare(Self.trimmed(one), Self.trimmed(other))
    }
  }

  /// Swift's `<` on strings compares characters, so that its order is not SQLite's.
  static func compare(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Int {
    var rest = other.makeIterator()
    for byte in one {
      guard let next = rest.next() else { return 1 }
      if byte != next { return byte < next ? -1 : 1 }
    }
    return rest.next() == nil ? 0 : -1
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  private static func trimmed(_ text: String) -> Substring.UTF8View {
    var bytes = text.utf8[...]
    while bytes.last == 0x20 { bytes.removeLast() }
    return Substring(bytes).utf8
  }
}
