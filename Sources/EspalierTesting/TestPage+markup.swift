import Espalier
import EspalierServer

extension TestPage {
  /// Reads the page's HTML and returns the markup of a node: what is inside its element. See ``text(of:)`` for what a
  /// reader sees.
  public func html(of address: String) async throws -> String {
    _ = try found(address)
    let id = address.isEmpty ? WireName.root : address
    guard let markup = ServedMarkup.inside(id, of: try await html()) else {
      throw Failure(
        description: "the page's HTML has no element for the node \"\(address)\"; read the whole page with html()")
    }
    return markup
  }

  /// Reads the page's HTML and returns the text of a node as a reader sees it: without tags, without hidden elements,
  /// and with one space where the markup has line breaks or several spaces.
  ///
  /// ```swift
  /// #expect(try await page.text(of: "1") == "Water the fig Done")
  /// ```
  ///
  /// What a person typed into a field is not part of the text.
  public func text(of address: String) async throws -> String { ServedMarkup.text(of: try await html(of: address)) }
}

/// Parts of a served page.
enum ServedMarkup {
  /// The markup inside the element with this id; nil if there is none.
  static func inside(_ id: String, of page: String) -> String? {
    let bytes = Array(page.utf8)
    var (begin, open): (Int?, [String]) = (nil, [])
    for token in TagReader(bytes, skipsTextOnly: false) {
      switch token {
      case .start(let tag):
        if begin == nil, tag["id"] == id { begin = tag.range.upperBound }
        if begin != nil, !tag.isEmpty { open.append(tag.name) }
      case .end(let name, let range):
        guard let begin, let last = open.lastIndex(of: name) else { continue }
        // Elements such as <li> and <p> may have no end tag.
        open.removeSubrange(last...)
        if open.isEmpty { return String(decoding: bytes[begin..<range.lowerBound], as: UTF8.self) }
      case .text, .comment: continue
      }
    }
    return nil
  }

  /// The text that a reader sees.
  static func text(of markup: String) -> String {
    let bytes = Array(markup.utf8)
    var (text, hidden): (String, [String]) = ("", [])
    for token in TagReader(bytes, skipsTextOnly: false) {
      switch token {
      case .start(let tag):
        if !inline.contains(tag.name) { text += " " }
        if !tag.isEmpty, !hidden.isEmpty || isHidden(tag) { hidden.append(tag.name) }
      case .end(let name, _):
        if !inline.contains(name) { text += " " }
        if let last = hidden.lastIndex(of: name) { hidden.removeSubrange(last...) }
      case .comment: continue
      case .text(let range, _):
        let words = bytes[range]
        if hidden.isEmpty { text += Entities.decode(words) ?? String(decoding: words, as: UTF8.self) }
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func isHidden(_ tag: TagReader.Tag) -> Bool {
    ["head", "script", "style", "template", "svg", "noscript"].contains(tag.name) || tag["hidden"] != nil
  }

  /// Elements that do not separate the words before and after them.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "label", "mark",
    "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
  ]
}
