import Espalier

/// Reads the tags and the texts of a served page in order. The server has checked the markup of the cells, so this needs
/// none of a browser's rules for broken markup.
struct MarkupReader: Sequence, IteratorProtocol {
  enum Piece {
    /// A start tag: its name in lower case, and its whole text.
    case start(String, tag: String)
    /// An end tag: its name in lower case.
    case end(String)
    /// Decoded text.
    case text(String)
  }

  /// Elements without an end tag (WHATWG HTML 13.1.2).
  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]
  /// Elements whose content has no tags.
  private static let textOnly: Set<String> = ["script", "style", "textarea", "title"]

  private let bytes: [UInt8]
  /// The end of the last piece.
  private(set) var position = 0
  /// The element without tags that is open.
  private var openText: String?

  init(_ markup: String) { bytes = Array(markup.utf8) }

  /// The markup of a range of bytes.
  func markup(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  mutating func next() -> Piece? {
    guard position < bytes.count else { return nil }
    if let name = openText {
      openText = nil
      let content = take { $0.starts(with: "</\(name)".utf8) }
      if !content.isEmpty { return .text(decoded(content)) }
    }
    if rest.starts(with: "<!--".utf8) {
      skip(past: "-->")
      return next()
    }
    guard isTag else { return .text(decoded(take(atLeast: 1) { Self.isTag($0) || $0.starts(with: "<!--".utf8) })) }
    let tag = takeTag()
    let name = String(tag.drop { $0 == "<" || $0 == "/" }.prefix { !" \t\r\n/>".contains($0) }).lowercased()
    if tag.hasPrefix("</") { return .end(name) }
    if Self.textOnly.contains(name) { openText = name }
    return .start(name, tag: tag)
  }

  private var rest: ArraySlice<UInt8> { bytes[position...] }
  private var isTag: Bool { Self.isTag(rest) }

  /// Whether bytes begin with a tag or a doctype, and not with a sign that is less than another.
  private static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "<"), let second = bytes.dropFirst().first else { return false }
    return "/!".utf8.contains(second) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second | 0x20)
  }

  private mutating func take(atLeast least: Int = 0, until isEnd: (ArraySlice<UInt8>) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    position = Swift.min(bytes.count, position + least)
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") || !isEnd(rest) { position += 1 }
    return bytes[start..<position]
  }

  /// Takes a tag. A quoted value may contain `>`.
  private mutating func takeTag() -> String {
    let start = position
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if quote == byte {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ">") {
        break
      }
    }
    return markup(start..<position)
  }

  private mutating func skip(past end: String) {
    while position < bytes.count, !rest.starts(with: end.utf8) { position += 1 }
    position = Swift.min(bytes.count, position + end.utf8.count)
  }

  private func decoded(_ text: ArraySlice<UInt8>) -> String {
    Entities.decode(text) ?? String(decoding: text, as: UTF8.self)
  }
}
