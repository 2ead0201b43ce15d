extension JSON {
  /// The value as compact JSON text.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(json: self)
    return bytes
  }
}

extension JSON {
  /// The value as one line of text, for documents that people read in a terminal.
  package var line: [UInt8] { bytes + [UInt8(ascii: "\n")] }
}

extension JSON {
  /// The value as the text of one form field: a string as it is, nothing as an empty text, anything else as JSON.
  var formText: String {
    switch self {
    case .string(let text): text
    case .null: ""
    default: description
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The value as compact JSON text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
  /// Appends a value as compact JSON. Numbers that JSON cannot represent (NaN, infinities) become null.
  package mutating func append(json value: JSON) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .int(let number): append(decimal: Int(number))
    case .double(let number): append(number.isFinite ? shortest(number) : "null")
    case .string(let text), .markup(let text): append(jsonString: text)
    case .array(let elements):
      append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(json: element)
      }
      append(UInt8(ascii: "]"))
    case .object(let object):
      append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(jsonString: member.name)
        append(UInt8(ascii: ":"))
        append(json: member.value)
      }
      append(UInt8(ascii: "}"))
    }
  }

  /// Appends a text as a JSON string (RFC 8259 section 7).
  package mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { unsafe append(jsonEscaping: $0) }
    append(UInt8(ascii: "\""))
  }

  /// Appends UTF-8 bytes as the inside of a JSON string; runs without special characters are copied whole.
  mutating func append(jsonEscaping bytes: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for index in 0..<bytes.count {
      let byte = unsafe bytes[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F else { continue }
      unsafe append(contentsOf: bytes[runStart..<index])
      append(jsonEscape: byte)
      runStart = index + 1
    }
    unsafe append(contentsOf: bytes[runStart..<bytes.count])
  }

  private mutating func append(jsonEscape byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    default:
      append("\\u00")
      append(hex: byte)
    }
  }
}

/// `2` rather than `2.0`: the shortest text that reads back as the same number. Zero has no sign.
private func shortest(_ number: Double) -> String {
  if number == 0 { return "0" }
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
