/// The identifier of one version of a representation (RFC 9110, 8.8.3).
package struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  /// The text between the quotes.
  package let value: String
  /// Whether the tag promises only equivalent content, not equal bytes.
  package let isWeak: Bool

  /// Makes a tag. Drops characters that a tag may not contain.
  package init(_ value: String, isWeak: Bool = false) {
    self.value =
      value.allBytes(Self.isAllowed) ? value : String(decoding: value.utf8.filter(Self.isAllowed), as: UTF8.self)
    self.isWeak = isWeak
  }

  /// Parses `"v"` or `W/"v"`; nil for anything else.
  package init?(parsing text: some StringProtocol) {
    let bytes = Array(text.utf8)
    let isWeak = bytes.starts(with: Array("W/".utf8))
    let quoted = bytes.dropFirst(isWeak ? 2 : 0)
    guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""), quoted.last == UInt8(ascii: "\"") else { return nil }
    let inner = quoted.dropFirst().dropLast()
    guard inner.allSatisfy(Self.isAllowed) else { return nil }
    value = String(decoding: inner, as: UTF8.self)
    self.isWeak = isWeak
  }

  /// The tag as written in a header.
  package var description: String { (isWeak ? "W/" : "") + "\"\(value)\"" }

  /// Whether both name the same version for a cache, weak or not (RFC 9110, 8.8.3.2).
  package func matchesWeakly(_ other: EntityTag) -> Bool { value == other.value }

  /// Whether both name the same bytes: equal, and neither weak (RFC 9110, 8.8.3.2).
  package func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }

  /// `etagc`: no control characters, spaces or quotes.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "\"") && byte != 0x7F
  }
}
