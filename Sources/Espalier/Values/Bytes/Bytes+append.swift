/// Append-only writing: every renderer and encoder of Espalier appends to one `[UInt8]`.
extension [UInt8] {
  /// Appends the UTF-8 bytes of a text as they are.
  @inlinable package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends a whole number in decimal.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digitsOf: number.magnitude)
  }

  private mutating func append(digitsOf number: UInt) {
    if number >= 10 { append(digitsOf: number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a text so that it reads back as itself in HTML text and in a quoted attribute.
  ///
  /// Runs without special characters are copied whole. A carriage return is escaped, because a parser would read it as
  /// a line feed. A zero byte is replaced, because HTML cannot represent it.
  /// Rules: WHATWG HTML 13.1.2.3 (attributes) and 13.1.3 (text).
  package mutating func append(htmlEscaping text: String) {
    var text = text
    text.withUTF8 { bytes in
      var runStart = 0
      for index in 0..<bytes.count {
        // All special characters come before `?` in ASCII; most text does not.
        guard unsafe bytes[index] < UInt8(ascii: "?"), let entity = unsafe entity(for: bytes[index]) else { continue }
        unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<index]))
        append(entity)
        runStart = index + 1
      }
      unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart...]))
    }
  }

  /// Appends a text percent-encoded as one component of a URL: everything but the unreserved
  /// characters of RFC 3986 section 2.3 is written as `%XX`.
  package mutating func append(percentEncoding text: String) {
    for byte in text.utf8 {
      if byte.isUnreserved {
        append(byte)
      } else {
        append(UInt8(ascii: "%"))
        append(hex: byte)
      }
    }
  }

  /// Appends a byte as two upper-case hexadecimal digits.
  mutating func append(hex byte: UInt8) {
    append(hexDigit(byte >> 4))
    append(hexDigit(byte & 15))
  }
}

private func entity(for byte: UInt8) -> String? {
  switch byte {
  case UInt8(ascii: "&"): "&amp;"
  case UInt8(ascii: "<"): "&lt;"
  case UInt8(ascii: ">"): "&gt;"
  case UInt8(ascii: "\""): "&quot;"
  case UInt8(ascii: "'"): "&#39;"
  case 0x0D: "&#13;"
  case 0x00: "\u{FFFD}"
  default: nil
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

extension UInt8 {
  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Letters, digits, `-`, `.`, `_` and `~` (RFC 3986 section 2.3).
  var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: isASCIILetter || isASCIIDigit
    }
  }

  /// Space, tab, line feed, form feed and carriage return: HTML's white space.
  var isHTMLSpace: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
    default: false
    }
  }
}
