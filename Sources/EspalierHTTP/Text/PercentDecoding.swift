import EspalierText

/// Why a percent-encoded text was refused.
enum PercentDecodingError: Error, Equatable {
  /// `%` without two hexadecimal digits (RFC 3986, 2.1).
  case badEscape
  /// A NUL byte, plain or as `%00`: C code would cut the text there.
  case nul
  /// The decoded bytes are not UTF-8.
  case notUTF8
  /// The decoded text has so many combining marks in a row that it would be slow to compare.
  case tooManyMarks
}

extension PercentDecodingError {
  /// Completes a sentence about the text, and says what to do.
  var reason: String {
    switch self {
    case .badEscape: "has a % without two hexadecimal digits; write a % as %25"
    case .nul: "contains a NUL; remove it"
    case .notUTF8: "is not UTF-8; encode it as UTF-8 before you write its bytes as %XX"
    case .tooManyMarks: "has more than \(String.mostMarksInARow) combining marks in a row; remove some"
    }
  }
}

extension [UInt8] {
  /// Appends `%XX` in uppercase (RFC 3986, 2.1).
  package mutating func append(escaping byte: UInt8) {
    let digits = Array<UInt8>("0123456789ABCDEF".utf8)
    self += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

/// Decodes `%XX`. With `plusIsSpace`, it also decodes `+` to a space, as in forms (WHATWG URL, 5.1).
func percentDecoded(
  _ text: some Collection<UInt8>, plusIsSpace: Bool = false
) throws(PercentDecodingError) -> String {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(text.count)
  var index = text.startIndex
  while index != text.endIndex {
    var byte = text[index]
    text.formIndex(after: &index)
    if byte == UInt8(ascii: "%") {
      guard index != text.endIndex, let high = text[index].hexadecimalValue else { throw .badEscape }
      text.formIndex(after: &index)
      guard index != text.endIndex, let low = text[index].hexadecimalValue else { throw .badEscape }
      text.formIndex(after: &index)
      byte = high << 4 | low
    } else if byte == UInt8(ascii: "+") && plusIsSpace {
      byte = 0x20
    }
    if byte == 0 { throw .nul }
    decoded.append(byte)
  }
  guard let string = String(validating: decoded, as: UTF8.self) else { throw .notUTF8 }
  guard string.isStreamSafe else { throw .tooManyMarks }
  return string
}
