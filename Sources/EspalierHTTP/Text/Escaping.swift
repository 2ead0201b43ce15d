extension [UInt8] {
  /// Appends a text as a JSON string (RFC 8259, 7).
  package mutating func append(jsonText text: String) {
    self += "\"".utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): self += "\\\"".utf8
      case UInt8(ascii: "\\"): self += "\\\\".utf8
      case UInt8(ascii: "\n"): self += "\\n".utf8
      case UInt8(ascii: "\r"): self += "\\r".utf8
      case UInt8(ascii: "\t"): self += "\\t".utf8
      case ..<0x20, 0x7F: self += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      default: append(byte)
      }
    }
    self += "\"".utf8
  }
}

extension String {
  /// The text escaped for HTML text and for quoted attributes (WHATWG HTML, 13.1.2.3 and 13.1.3).
  var htmlEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\r": escaped += "&#13;"
      case "\0": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
