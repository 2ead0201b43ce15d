/// Reads the tags and texts of markup one after another (WHATWG HTML 13.2.5), without interpreting them.
package struct TagReader: IteratorProtocol, Sequence {
  /// An attribute, with the place of its value in the markup, inside its quotes.
  package struct Attribute {
    let name: String
    /// The name as it is written. Those of foreign elements are case-sensitive, such as viewBox.
    let writtenName: String
    let value: String
    let range: Range<Int>
    let isQuoted: Bool
    /// Whether it is written as `name` or `name="value"`, with either quote.
    let isPlain: Bool
  }

  package struct Tag {
    /// In lower case, like the names of the attributes.
    package let name: String
    /// An attribute without a value has an empty value. Of several with the same name, the first counts.
    let attributes: [Attribute]
    let isSelfClosing: Bool
    /// Whether the tag ends, and all of its attributes are plain.
    let isPlain: Bool
    package let range: Range<Int>

    /// Whether nothing can be inside the element.
    package var isEmpty: Bool { isSelfClosing || MarkupRules.void.contains(name) }

    package subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }
  }

  package enum Token {
    case start(Tag)
    case end(String, Range<Int>)
    case text(Range<Int>, isBlank: Bool)
    /// A comment or a declaration.
    case comment(Range<Int>)
  }

  /// Elements whose content a browser reads as text.
  static let textOnly: Set<String> = ["script", "style", "textarea", "title"]

  private let bytes: [UInt8]
  private let skipsTextOnly: Bool
  private var position = 0
  private var openText: String?

  /// `skipsTextOnly` skips the content and the end tag of elements that contain only text.
  package init(_ bytes: [UInt8], skipsTextOnly: Bool = true) {
    (self.bytes, self.skipsTextOnly) = (bytes, skipsTextOnly)
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  package mutating func next() -> Token? {
    var start = position
    if let name = openText {
      openText = nil
      go(to: "</\(name)")
      if !skipsTextOnly, position > start { return .text(start..<position, isBlank: false) }
      if skipsTextOnly {
        skip(past: "</\(name)")
        _ = takeAttributes()
        start = position
      }
    }
    var isBlank = true
    while let byte {
      guard byte == UInt8(ascii: "<"), position + 1 < bytes.count, bytes[position + 1].beginsMarkup else {
        isBlank = isBlank && byte.isHTMLSpace
        position += 1
        continue
      }
      if position > start { return .text(start..<position, isBlank: isBlank) }
      let second = bytes[position + 1]
      if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
        skip(past: bytes[position...].starts(with: "<!--".utf8) ? "-->" : ">")
        return .comment(start..<position)
      }
      return tag()
    }
    return position > start ? .text(start..<position, isBlank: isBlank) : nil
  }

  private mutating func tag() -> Token {
    let start = position
    position += 1
    if byte == UInt8(ascii: "/") {
      position += 1
      let name = takeName()
      _ = takeAttributes()
      return .end(name, start..<position)
    }
    let name = takeName()
    let (attributes, isSelfClosing, isClosed) = takeAttributes()
    if Self.textOnly.contains(name) { openText = name }
    return .start(
      Tag(
        name: name, attributes: attributes, isSelfClosing: isSelfClosing,
        isPlain: isClosed && attributes.allSatisfy(\.isPlain), range: start..<position))
  }

  private mutating func takeName() -> String {
    text(taking: { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }).lowercased()
  }

  /// Reads up to the end of the tag. Returns the attributes, whether a slash comes right before the end, and whether there is
  /// an end.
  private mutating func takeAttributes() -> ([Attribute], isSelfClosing: Bool, isClosed: Bool) {
    var attributes: [Attribute] = []
    var isSelfClosing = false
    while let byte {
      if byte == UInt8(ascii: ">") {
        position += 1
        return (attributes, isSelfClosing, true)
      }
      isSelfClosing = byte == UInt8(ascii: "/")
      if isSelfClosing || byte.isHTMLSpace {
        position += 1
      } else {
        attributes.append(takeAttribute())
      }
    }
    return (attributes, isSelfClosing, false)
  }

  private mutating func takeAttribute() -> Attribute {
    // A name may begin with an equals sign.
    var isFirst = true
    let name = text(taking: { byte in
      defer { isFirst = false }
      return !byte.isHTMLSpace && !">/".utf8.contains(byte) && (isFirst || byte != UInt8(ascii: "="))
    })
    let end = position
    skipSpace()
    let hasValue = byte == UInt8(ascii: "=")
    if hasValue {
      position += 1
      skipSpace()
    }
    let isNear = !hasValue || position == end + 1
    let quote = hasValue ? byte.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil } : nil
    if quote != nil { position += 1 }
    let start = position
    let value =
      hasValue ? text(taking: { quote == nil ? !$0.isHTMLSpace && $0 != UInt8(ascii: ">") : $0 != quote }) : ""
    let range = start..<position
    if quote != nil { position = Swift.min(bytes.count, position + 1) }
    return Attribute(
      name: name.lowercased(), writtenName: name, value: decoded(value), range: range, isQuoted: quote != nil,
      isPlain: isNear && hasValue == (quote != nil) && !name.utf8.contains(where: "=<\"'".utf8.contains))
  }

  private func decoded(_ text: String) -> String { Entities.decode(Array(text.utf8)[...]) ?? text }

  private mutating func text(taking isPart: (UInt8) -> Bool) -> String {
    let part = bytes[Swift.min(position, bytes.count)...].prefix(while: isPart)
    position += part.count
    return String(decoding: part, as: UTF8.self)
  }

  private mutating func skipSpace() {
    while let byte, byte.isHTMLSpace { position += 1 }
  }

  private mutating func go(to end: String) {
    while position < bytes.count, !bytes[position...].starts(withIgnoringCase: end) { position += 1 }
  }

  private mutating func skip(past end: String) {
    go(to: end)
    position = Swift.min(bytes.count, position + end.utf8.count)
  }
}

extension UInt8 {
  /// Whether a tag, a comment or a declaration begins with this byte after `<`. Before others, `<` is text.
  fileprivate var beginsMarkup: Bool { isASCIILetter || "/!?".utf8.contains(self) }
}

extension ArraySlice<UInt8> {
  fileprivate func starts(withIgnoringCase text: String) -> Bool {
    prefix(text.utf8.count).elementsEqual(text.utf8) { ($0.isASCIILetter ? $0 | 0x20 : $0) == $1 }
  }
}
