extension HTML {
  /// What to call the markup, in one short line: the text of its first heading or `strong` element. Without one, it is
  /// the text outside its controls or, if there is none either, the text of its controls.
  var spokenText: String {
    let text = SpokenText(of: bytes, skipping: ["button", "select", "textarea", "svg", "style", "script"]).text
    return text.isEmpty ? SpokenText(of: bytes, skipping: ["svg", "style", "script"]).text : text
  }
}

/// The words between tags, except in elements that are skipped or hidden from assistive technology.
private struct SpokenText {
  private(set) var text = ""
  private static let longest = 60
  private static let titles: Set<String> = ["strong", "h1", "h2", "h3", "h4", "h5", "h6"]

  init(of bytes: [UInt8], skipping names: Set<String>) {
    var title: (name: String, before: String)?
    // The outermost element that is skipped, and how many elements of its name are open.
    var skipped: (name: String, depth: Int)?
    for token in TagReader(bytes, skipsTextOnly: false) {
      switch token {
      case .comment: continue
      case .text(let range, _):
        let words = bytes[range]
        if skipped == nil { add(Entities.decode(words) ?? String(decoding: words, as: UTF8.self)) }
      case .start(let tag):
        if let open = skipped {
          if open.name == tag.name { skipped = (open.name, open.depth + 1) }
        } else if names.contains(tag.name) || tag["aria-hidden"] == "true" {
          if !tag.isEmpty { skipped = (tag.name, 1) }
        } else if title == nil, Self.titles.contains(tag.name) {
          title = (tag.name, text)
          text = ""
        }
      case .end(let name, _):
        if let open = skipped {
          if open.name == name { skipped = open.depth == 1 ? nil : (name, open.depth - 1) }
        } else if let ended = title, ended.name == name {
          if !text.isEmpty { return }
          text = ended.before
          title = nil
        }
      }
    }
  }

  private mutating func add(_ words: String) {
    for word in words.split(whereSeparator: \.isWhitespace) where !text.hasSuffix("…") {
      let longer = text.isEmpty ? String(word) : "\(text) \(word)"
      text = longer.count <= Self.longest ? longer : "\(text.isEmpty ? word.prefix(Self.longest) : text[...])…"
    }
  }
}
