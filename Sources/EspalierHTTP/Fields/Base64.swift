/// The encoding of bytes as letters (RFC 4648, 4).
enum Base64 {
  /// The bytes of a text; nil if it is not Base64 with its padding.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count.isMultiple(of: 4) else { return nil }
    let padding = letters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var (bits, count, bytes) = (UInt32(0), 0, [UInt8]())
    bytes.reserveCapacity(letters.count / 4 * 3)
    for letter in letters.dropLast(padding) {
      guard let value = value(of: letter) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    // The bits that are left over must be 0, or one value would have several encodings.
    return bits & ((1 << UInt32(count)) - 1) == 0 ? bytes : nil
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
