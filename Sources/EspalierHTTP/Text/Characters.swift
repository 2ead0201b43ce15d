/// Character classes of the HTTP grammar, on bytes: Unicode rules must not reach header names.
extension UInt8 {
  /// `tchar` of RFC 9110, 5.6.2.
  var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether a field value may contain the byte: no control character except the tab (RFC 9110, 5.5).
  var isFieldValueCharacter: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }

  /// Whether a host name may contain the byte (`reg-name` of RFC 3986, 3.2.2). The comma is excluded, because it joins
  /// two hosts.
  var isHostCharacter: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "@"): false
    case UInt8(ascii: "%"): true
    default: isPathCharacter
    }
  }

  /// Whether a path may contain the byte unescaped (`pchar` of RFC 3986, 3.3).
  var isPathCharacter: Bool {
    switch self {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: "@"):
      true
    case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"): false
    default: isTokenCharacter
    }
  }

  /// The lowercase of an ASCII letter; any other byte unchanged.
  var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// 0 to 15 for a hexadecimal digit of either case.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// Whether all bytes pass a test.
  @inline(__always)
  func allBytes(_ test: (UInt8) -> Bool) -> Bool {
    for index in indices where !test(self[index]) { return false }
    return true
  }

  /// Compares ASCII letters case-insensitively, and all other bytes exactly.
  func equalsIgnoringCase(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] && self[index].lowercased != other[index].lowercased {
      return false
    }
    return true
  }
}

/// Texts as bytes in one piece. Without these overloads, each byte of a text takes a call.
extension String {
  /// Whether all bytes pass a test.
  @inline(__always)
  func allBytes(_ test: (UInt8) -> Bool) -> Bool { utf8.span.allBytes(test) }

  /// Whether the text may be the value of a header field. It looks at all bytes, without a branch for each, so that the
  /// processor takes several at once.
  var isFieldValue: Bool {
    let bytes = utf8.span
    var refused: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      refused |= (byte < 0x20 ? 1 : 0) & (byte != 0x09 ? 1 : 0) | (byte == 0x7F ? 1 : 0)
    }
    return refused == 0
  }

  /// Compares bytes exactly. Swift's own `==` also takes different bytes for equal if they are the same characters.
  package func hasSameBytes(as other: String) -> Bool {
    let (one, two) = (utf8.span, other.utf8.span)
    guard one.count == two.count else { return false }
    for index in one.indices where one[index] != two[index] { return false }
    return true
  }

  /// Compares ASCII letters case-insensitively, and all other bytes exactly.
  package func equalsIgnoringCase(_ other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.span.equalsIgnoringCase(other.utf8.span)
  }
}

extension StringProtocol {
  /// Compares ASCII letters case-insensitively, and all other bytes exactly.
  package func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercased == $1.lowercased }
  }

  /// The text without optional whitespace (spaces and tabs) at both ends (RFC 9110, 5.6.3).
  package var trimmed: Substring {
    let text = Substring(self)
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
      let last = text.utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return text[first..<text.utf8.index(after: last)]
  }

  /// Whether a quoted string (RFC 9110, 5.6.4) begins and does not end.
  var hasOpenQuote: Bool {
    var (isQuoted, isEscaped) = (false, false)
    for byte in utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else {
        isEscaped = isQuoted && byte == UInt8(ascii: "\\")
      }
    }
    return isQuoted
  }

  /// Splits at `separator`, but not inside a quoted string (RFC 9110, 5.6.4). Trims the parts and drops empty ones.
  func listElements(separator: Unicode.Scalar = ",") -> [Substring] {
    let text = Substring(self)
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted && byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: separator) && !isQuoted {
        parts.append(text[start..<index].trimmed)
        start = text.utf8.index(after: index)
      }
    }
    parts.append(text[start...].trimmed)
    return parts.filter { !$0.isEmpty }
  }

  /// The two sides of the first `separator`, trimmed; nil if there is none.
  func pair(separatedBy separator: Unicode.Scalar = "=") -> (Substring, Substring)? {
    let text = Substring(self)
    guard let index = text.utf8.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (text[..<index].trimmed, text[text.utf8.index(after: index)...].trimmed)
  }

  /// The text of a quoted string, or the token as it is (RFC 9110, 5.6.4).
  var unquoted: String {
    let bytes = Array(utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return String(self)
    }
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes[1..<(bytes.count - 1)] {
      if byte == UInt8(ascii: "\\") && !isEscaped {
        isEscaped = true
      } else {
        plain.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
