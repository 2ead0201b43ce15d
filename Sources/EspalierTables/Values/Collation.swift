/// How a database compares texts. SQLite has the first three, and a connection has no others, because the library adds
/// none: https://www.sqlite.org/datatype3.html#collation.
package enum Collation: String, Sendable, Hashable {
  /// Byte by byte.
  case binary = "BINARY"
  /// As `binary`, but the 26 letters of ASCII in lower case.
  case nocase = "NOCASE"
  /// As `binary`, without spaces at the end.
  case rtrim = "RTRIM"

  /// As numbers of any size, written as PostgreSQL writes its type numeric, for example `-0.50`.
  case decimal = "DECIMAL"

  /// Whether the first text comes before the second (-1), after it (1), or neither (0).
  func compare(_ one: String, _ other: String) -> Int {
    switch self {
    case .binary: Self.compare(one.utf8, other.utf8)
    case .nocase: Self.compare(one.utf8.lazy.map(Self.lowered), other.utf8.lazy.map(Self.lowered))
    case .rtrim: Self.compare(Self.trimmed(one), Self.trimmed(other))
    case .decimal: Decimal(one).compare(to: Decimal(other))
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

/// A decimal number, taken apart so that it can be compared.
private struct Decimal {
  /// Without zeros at the left.
  private let whole: Substring.UTF8View
  /// Without zeros at the right.
  private let fraction: Substring.UTF8View
  /// -1 for a negative number, 0 for zero, 1 for a positive one, 2 and more for what is larger than all numbers.
  private let sign: Int

  init(_ text: String) {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "0") }
    let (zero, point) = (UInt8(ascii: "0"), UInt8(ascii: "."))
    whole = Substring(digits.prefix { $0 != point }).utf8
    var rest = digits.drop { $0 != point }.dropFirst()
    while rest.last == zero { rest.removeLast() }
    fraction = Substring(rest).utf8
    sign =
      text == "NaN"
      ? 3
      : text == "Infinity" ? 2 : text == "-Infinity" ? -2 : whole.isEmpty && fraction.isEmpty ? 0 : isNegative ? -1 : 1
  }

  func compare(to other: Decimal) -> Int {
    if sign != other.sign || sign.magnitude != 1 { return sign == other.sign ? 0 : sign < other.sign ? -1 : 1 }
    if whole.count != other.whole.count { return whole.count < other.whole.count ? -sign : sign }
    let result = Collation.compare(whole, other.whole)
    return sign * (result != 0 ? result : Collation.compare(fraction, other.fraction))
  }
}
