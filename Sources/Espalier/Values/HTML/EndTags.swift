/// Whether the end tags of a cell's markup belong to what the cell has opened: a browser would close the row, or leave an
/// element open around those that follow.
///
/// What needs no end tag (WHATWG HTML 13.1.2.4), such as a paragraph, may go without.
struct EndTags {
  /// The first that is wrong.
  private(set) var fault: String?
  private var stack: [String] = []
  private var rest: ArraySlice<UInt8>

  private static let optional: Set<String> = [
    "li", "dt", "dd", "p", "rt", "rp", "optgroup", "option", "colgroup", "caption", "thead", "tbody", "tfoot", "tr",
    "td",
    "th",
  ]
  private static let lists: Set<String> = ["ul", "ol", "menu"]

  init(of html: HTML) {
    rest = html.bytes[...]
    while fault == nil, let bracket = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(bracket + 1)...]
      if rest.starts(with: "!--".utf8) {
        skip(past: "-->")
      } else if rest.first == UInt8(ascii: "/") {
        rest = rest.dropFirst()
        close(takeName())
      } else if rest.first?.isASCIILetter == true {
        open(takeName())
      }
    }
    if fault == nil, let last = stack.last(where: { !Self.optional.contains($0) }) { fault = "<\(last)> is not closed" }
  }

  private mutating func open(_ name: String) {
    let isClosed = skipAttributes()
    if MarkupRules.void.contains(name) || (isClosed && MarkupRules.isForeign(stack + [name])) { return }
    // Rows are items of a list, and one item closes another.
    if name == "li" && !stack.contains(where: Self.lists.contains) {
      return fault = "<li> stands in no list of the cell"
    }
    if ["script", "style", "textarea", "title"].contains(name) { return skip(past: "</\(name)") }
    stack.append(name)
  }

  private mutating func close(_ name: String) {
    guard let index = stack.lastIndex(of: name) else { return fault = "</\(name)> closes nothing that the cell opened" }
    if let inner = stack[(index + 1)...].last(where: { !Self.optional.contains($0) }) {
      return fault = "<\(inner)> is not closed before </\(name)>"
    }
    stack.removeSubrange(index...)
  }

  private mutating func takeName() -> String {
    let name = rest.prefix { !$0.isHTMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    rest = rest.dropFirst(name.count)
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  /// To the end of the tag. Returns whether it ends with a slash.
  private mutating func skipAttributes() -> Bool {
    var (quote, last): (UInt8?, UInt8?)
    while let byte = rest.popFirst() {
      if quote == nil && byte == UInt8(ascii: ">") { return last == UInt8(ascii: "/") }
      if quote == byte {
        quote = nil
      } else if quote == nil && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) {
        quote = byte
      }
      last = byte
    }
    return false
  }

  private mutating func skip(past text: String) {
    while !rest.isEmpty, !rest.starts(with: text.utf8) { rest = rest.dropFirst() }
    rest = rest.dropFirst(text.utf8.count)
  }
}
