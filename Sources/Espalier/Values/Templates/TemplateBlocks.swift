/// The named blocks inside a page template: `<template data-cell="Row">…</template>`.
enum TemplateBlocks {
  struct Block {
    let name: String
    let source: String
    let line: Int
  }

  /// The page without its blocks, and the blocks. Lines keep their numbers in the page.
  static func split(_ text: String, file: String) throws(TemplateError) -> (page: String, blocks: [Block]) {
    var page = ""
    var blocks: [Block] = []
    var rest = text[...]
    while let start = rest.range(of: "<template data-cell=\"") {
      page += rest[..<start.lowerBound]
      let line = 1 + text[..<start.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") }
      guard let quote = rest[start.upperBound...].range(of: "\">"),
        let end = rest[quote.upperBound...].range(of: "</template>")
      else { throw TemplateError(file: file, line: line, reason: "<template data-cell=\"…\"> is not closed") }
      let inside = rest[quote.upperBound..<end.lowerBound]
      let leadingLines = inside.prefix { $0.isWhitespace }.count { $0 == "\n" || $0 == "\r\n" }
      blocks.append(
        Block(
          name: String(rest[start.upperBound..<quote.lowerBound]), source: inside.trimmed, line: line + leadingLines))
      page += String(repeating: "\n", count: rest[start.lowerBound..<end.upperBound].utf8.count { $0 == 0x0A })
      rest = rest[end.upperBound...]
    }
    return (page + rest, blocks)
  }
}

extension Substring {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The range of the first occurrence of a text. The standard library alone has no search for more than one character.
  fileprivate func range(of text: String) -> Range<Index>? {
    var index = startIndex
    while let next = self[index...].firstIndex(of: text.first ?? " ") {
      if self[next...].hasPrefix(text) { return next..<self.index(next, offsetBy: text.count) }
      index = self.index(after: next)
    }
    return nil
  }
}
