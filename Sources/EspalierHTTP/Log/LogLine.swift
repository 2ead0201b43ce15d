/// One line of logfmt: time, level, event, then `key=value`. Values that could break a line are quoted and escaped.
package struct LogLine: Sendable {
  /// The bytes so far, without the line's end.
  private(set) var bytes: [UInt8]

  init(_ level: LogLevel, _ event: String, at time: Timestamp) {
    bytes = []
    bytes.reserveCapacity(192)
    bytes.append(contentsOf: "time=".utf8)
    time.append(to: &bytes)
    bytes.append(contentsOf: " level=".utf8)
    bytes.append(contentsOf: level.name.utf8)
    add("event", event)
  }

  /// Adds a text.
  package mutating func add(_ key: String, _ value: String) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "="))
    let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"=\\".utf8.contains($0) }
    if isPlain { bytes.append(contentsOf: value.utf8) } else { appendQuoted(value) }
  }

  /// Adds a number.
  package mutating func add(_ key: String, _ value: Int) { add(key, String(value)) }

  /// Escapes control characters, so that no value can forge a second line or move a terminal's cursor.
  private mutating func appendQuoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
        bytes.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".utf8)
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
