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
    var reader = MarkupReader(page)
    var (begin, open): (Int?, [String]) = (nil, [])
    while true {
      let before = reader.position
      guard let piece = reader.next() else { return nil }
      switch piece {
      case .start(let name, let tag):
        if begin == nil, tag.contains(" id=\"\(id)\"") { begin = reader.position }
        if begin != nil, !MarkupReader.void.contains(name), !tag.hasSuffix("/>") { open.append(name) }
      case .end(let name):
        guard let begin, let last = open.lastIndex(of: name) else { continue }
        // Elements such as <li> and <p> may have no end tag.
        open.removeSubrange(last...)
        if open.isEmpty { return reader.markup(begin..<before) }
      case .text: continue
      }
    }
  }

  /// The text that a reader sees.
  static func text(of markup: String) -> String {
    var (text, hidden): (String, [String]) = ("", [])
    for piece in MarkupReader(markup) {
      switch piece {
      case .start(let name, let tag):
        if !inline.contains(name) { text += " " }
        let isVoid = MarkupReader.void.contains(name) || tag.hasSuffix("/>")
        if !isVoid, !hidden.isEmpty || isHidden(name, tag) { hidden.append(name) }
      case .end(let name):
        if !inline.contains(name) { text += " " }
        if let last = hidden.lastIndex(of: name) { hidden.removeSubrange(last...) }
      case .text(let words): if hidden.isEmpty { text += words }
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func isHidden(_ name: String, _ tag: String) -> Bool {
    ["head", "script", "style", "template", "svg", "noscript"].contains(name)
      || tag.split(whereSeparator: { " >".contains($0) }).contains { $0 == "hidden" || $0.hasPrefix("hidden=") }
  }

  /// Elements that do not separate the words before and after them.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "label", "mark",
    "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
  ]
}
