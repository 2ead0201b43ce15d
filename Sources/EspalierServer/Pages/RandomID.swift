import EspalierHTTP

/// 128 random bits from the system, as 32 hexadecimal digits: an id that cannot be guessed.
package enum RandomID {
  package static func next() -> String { digits(of: 2) }

  /// 64 bits, for ids that only have to be unique.
  package static func short() -> String { digits(of: 1) }

  static func isValid(_ id: String) -> Bool { id.utf8.count == 32 && isHexadecimal(id) }

  static func isValidShort(_ id: String) -> Bool { id.utf8.count == 16 && isHexadecimal(id) }

  /// The digits of some random numbers of 64 bits.
  private static func digits(of numbers: Int) -> String {
    var random = SystemRandomNumberGenerator()
    var bits: UInt64 = 0
    // On the stack, because each request needs such an id.
    var digits = InlineArray<32, UInt8>(repeating: 0)
    let count = 16 * numbers
    for index in 0..<count {
      if index % 16 == 0 { bits = random.next() }
      let value = UInt8(truncatingIfNeeded: bits & 15)
      digits[index] = value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      bits >>= 4
    }
    guard let text = try? UTF8Span(validating: digits.span.extracting(0..<count)) else {
      preconditionFailure("digits are ASCII")
    }
    return String(copying: text)
  }

  private static func isHexadecimal(_ id: String) -> Bool {
    let bytes = id.utf8.span
    for index in bytes.indices where !(48...57).contains(bytes[index]) && !(97...102).contains(bytes[index]) {
      return false
    }
    return true
  }
}
