import EspalierHTTP

/// 128 random bits from the system, as 32 hexadecimal digits: an id that cannot be guessed.
package enum RandomID {
  package static func next() -> String { digits() + digits() }

  /// 64 bits, for ids that only have to be unique.
  static func short() -> String { digits() }

  static func isValid(_ id: String) -> Bool { id.utf8.count == 32 && isHexadecimal(id) }

  static func isValidShort(_ id: String) -> Bool { id.utf8.count == 16 && isHexadecimal(id) }

  private static func digits() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = String(random.next() as UInt64, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func isHexadecimal(_ id: String) -> Bool {
    id.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
