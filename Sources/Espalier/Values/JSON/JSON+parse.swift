import EspalierText

extension JSON {
  /// Why a text is not JSON: what was wrong, and at which byte (counted from 0).
  package struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong.
    package let reason: String
    /// The offset of the offending byte.
    package let offset: Int
    /// The path of the value with the error, such as `data.items[2]`; empty for the whole text.
    package fileprivate(set) var path = ""
    /// Whether the text may be JSON, but nests deeper than was allowed.
    package var isTooDeep: Bool { reason == Self.tooDeep }
    /// Whether the text may be JSON, but has a string with more combining marks in a row than text from outside may
    /// have.
    package var hasTooManyMarks: Bool { reason == Self.tooManyMarks }
    fileprivate static let tooDeep = "nested too deeply"
    fileprivate static let tooManyMarks = "more than \(String.mostMarksInARow) combining marks in a row"
    /// The reason and where.
    package var description: String { "\(reason) at byte \(offset)" }

    fileprivate func inside(_ step: String) -> Self {
      var copy = self
      copy.path = step.shown + (path.isEmpty || path.hasPrefix("[") ? path : ".\(path)")
      return copy
    }
  }

  /// Parses one JSON text (RFC 8259). Refuses anything after the value, duplicate names in one object, text that is not
  /// UTF-8, and nesting deeper than `depth` arrays and objects. Unless the text comes from a `trusted` source, also
  /// refuses more than 1024 members in one object, and strings with more than 30 combining marks in a row, which are
  /// slow to compare.
  package init(parsing bytes: [UInt8], depth: Int = 32, trusted: Bool = false) throws(ParseError) {
    var parser = Parser(bytes: bytes, isTrusted: trusted, depthLeft: depth)
    parser.skipSpace()
    self = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error("unexpected text after the value") }
  }
}

private struct Parser {
  /// A look-up searches an object's members one by one, so an object from outside must not be large.
  static let mostMembers = 1024

  let bytes: [UInt8]
  let isTrusted: Bool
  var depthLeft: Int
  var position = 0

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func error(_ reason: String) -> JSON.ParseError { .init(reason: reason, offset: position) }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func value() throws(JSON.ParseError) -> JSON {
    switch next {
    case UInt8(ascii: "{"): try nested { parser throws(JSON.ParseError) in try parser.object() }
    case UInt8(ascii: "["): try nested { parser throws(JSON.ParseError) in try parser.array() }
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "t"): try word("true", .bool(true))
    case UInt8(ascii: "f"): try word("false", .bool(false))
    case UInt8(ascii: "n"): try word("null", .null)
    case nil: throw error("the text ends where a value is expected")
    default: try number()
    }
  }

  mutating func nested(
    _ read: (inout Parser) throws(JSON.ParseError) -> JSON
  ) throws(JSON.ParseError) -> JSON {
    guard depthLeft > 0 else { throw error(JSON.ParseError.tooDeep) }
    depthLeft -= 1
    position += 1
    let value = try read(&self)
    depthLeft += 1
    return value
  }

  mutating func object() throws(JSON.ParseError) -> JSON {
    var members: [JSONObject.Member] = []
    var names = DistinctNames()
    skipSpace()
    if take("}") { return .object(JSONObject()) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a member needs a name in quotes") }
      let name = try string()
      guard names.insert(name) else { throw error("the name \"\(name.shown)\" appears twice in one object") }
      skipSpace()
      guard take(":") else { throw error("a colon is missing after the name \"\(name.shown)\"") }
      skipSpace()
      guard isTrusted || members.count < Parser.mostMembers else { throw error("too many names in one object") }
      do { members.append(.init(name: name, value: try value())) } catch { throw error.inside(name) }
      skipSpace()
      if take("}") { return .object(JSONObject(distinct: members)) }
      guard take(",") else { throw error("a comma or } is missing") }
    }
  }

  mutating func array() throws(JSON.ParseError) -> JSON {
    var elements: [JSON] = []
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      skipSpace()
      do { elements.append(try value()) } catch { throw error.inside("[\(elements.count)]") }
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("a comma or ] is missing") }
    }
  }

  mutating func word(_ word: String, _ value: JSON) throws(JSON.ParseError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw error("not a JSON value") }
    position += word.utf8.count
    return value
  }

  mutating func string() throws(JSON.ParseError) -> String {
    position += 1
    // Most strings are plain ASCII without escapes.
    let plain = bytes[position...].prefix {
      0x20..<0x80 ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if plain.endIndex < bytes.count, bytes[plain.endIndex] == UInt8(ascii: "\"") {
      position = plain.endIndex + 1
      return String(decoding: plain, as: UTF8.self)
    }
    var text: [UInt8] = []
    // Too many marks in a row take at least 32 bytes, none of them ASCII. Only a string with such a run is checked
    // again.
    var (run, mayHaveMarks) = (0, false)
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw error("a string that is not UTF-8") }
        guard isTrusted || !mayHaveMarks || string.isStreamSafe else { throw error(JSON.ParseError.tooManyMarks) }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        try escape(into: &text)
        mayHaveMarks = true
      case ..<0x20: throw error("a control character in a string must be escaped")
      default:
        run = byte < 0x80 ? 0 : run + 1
        if run == 32 { mayHaveMarks = true }
        text.append(byte)
        position += 1
      }
    }
    throw error("the text ends inside a string")
  }

  mutating func escape(into text: inout [UInt8]) throws(JSON.ParseError) {
    position += 1
    guard let byte = next else { throw error("the text ends inside a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): try text.append(contentsOf: unicodeEscape().utf8)
    default: throw error("an unknown escape in a string")
    }
  }

  /// `\uXXXX`, or a surrogate pair of two of them (RFC 8259 section 7).
  mutating func unicodeEscape() throws(JSON.ParseError) -> String {
    let first = try hexadecimal()
    var code = UInt32(first)
    if 0xD800..<0xDC00 ~= first {
      guard take("\\"), take("u") else { throw error("half of a surrogate pair") }
      let second = try hexadecimal()
      guard 0xDC00..<0xE000 ~= second else { throw error("half of a surrogate pair") }
      code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
    return String(Character(scalar))
  }

  mutating func hexadecimal() throws(JSON.ParseError) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("\\u needs four hexadecimal digits") }
    position += 4
    return value
  }

  /// The grammar of RFC 8259 section 6, stricter than Swift's own: no `+`, no leading zero, no bare point.
  mutating func number() throws(JSON.ParseError) -> JSON {
    let start = position
    _ = take("-")
    let leadingZero = next == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !(leadingZero && whole > 1) else { throw error("not a JSON value") }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard digits() > 0 else { throw error("a digit is missing after the point") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("-") { _ = take("+") }
      guard digits() > 0 else { throw error("a digit is missing in the exponent") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let number = Int64(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else { throw error("a number out of range") }
    return .double(number)
  }

  mutating func digits() -> Int {
    let start = position
    while let byte = next, byte.isASCIIDigit { position += 1 }
    return position - start
  }
}
