import EspalierText

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
  private var rest: ArraySlice<UInt8>
  private let skipped: Set<String>
  private static let longest = 60
  private static let hidden = Array("aria-hidden=\"true\"".utf8)

  private static let titles: Set<String> = ["strong", "h1", "h2", "h3", "h4", "h5", "h6"]

  init(of bytes: [UInt8], skipping names: Set<String>) {
    rest = bytes[...]
    skipped = names
    var title: (name: String, before: String)?
    while !rest.isEmpty {
      let words = take { $0 == UInt8(ascii: "<") }
      add(Entities.decode(words) ?? String(decoding: words, as: UTF8.self))
      guard let tag = takeTag() else { continue }
      if skipped.contains(tag.name) || tag.isHidden {
        skip(tag.name)
      } else if title == nil, Self.titles.contains(tag.name) {
        title = (tag.name, text)
        text = ""
      } else if let ended = title, tag.name == "/\(ended.name)" {
        if !text.isEmpty { return }
        text = ended.before
        title = nil
      }
    }
  }

  private mutating func add(_ words: String) {
    for word in words.split(whereSeparator: \.isWhitespace) where !text.hasSuffix("…") {
      let longer = text.isEmpty ? String(word) : "\(text) \(word)"
      text = longer.count <= Self.longest ? longer : "\(text.isEmpty ? word.prefix(Self.longest) : text[...])…"
    }
  }

  /// Skips to the end of the element whose start tag was just read.
  private mutating func skip(_ name: String) {
    var depth = 1
    while depth > 0, !rest.isEmpty {
      _ = take { $0 == UInt8(ascii: "<") }
      switch takeTag()?.name {
      case name: depth += 1
      case "/\(name)": depth -= 1
      default: break
      }
    }
  }

  private mutating func take(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix { !isEnd($0) }
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private mutating func takeTag() -> (name: String, isHidden: Bool)? {
    guard !rest.isEmpty else { return nil }
    var quote: UInt8?
    let tag = take { byte in
      if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == byte {
        quote = nil
      }
      return quote == nil && byte == UInt8(ascii: ">")
    }
    rest = rest.dropFirst()
    let words = String(decoding: tag.dropFirst(), as: UTF8.self)
    let name = words.prefix { $0.isLetter || $0.isNumber || $0 == "/" }
    return (name.lowercased(), Array(tag).firstPosition(of: Self.hidden) != nil && !name.hasPrefix("/"))
  }
}
