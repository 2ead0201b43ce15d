/// Checks that a browser builds the elements that a cell's tags suggest. With wrong tags, a browser would close the
/// row, leave an element open around the rows that follow, or drop or move an element.
///
/// Elements that need no end tag (WHATWG HTML 13.1.2.4), such as a paragraph, may omit it.
struct EndTags {
  /// What is wrong with the first wrong end tag.
  private(set) var fault: String?
  /// The first element or text that a browser drops or moves (WHATWG HTML 13.2.6), and how to fix it.
  private(set) var misplaced: String?
  private var stack: [String] = []
  /// The element that ended an open paragraph.
  private var paragraphEnder: String?

  private static let optional: Set<String> = [
    "li", "dt", "dd", "p", "rt", "rp", "optgroup", "option", "colgroup", "caption", "thead", "tbody", "tfoot", "tr",
    "td",
    "th",
  ]
  private static let lists: Set<String> = ["ul", "ol", "menu"]

  init(of html: HTML) {
    var reader = TagReader(html.bytes)
    while fault == nil, misplaced == nil, let token = reader.next() {
      switch token {
      case .start(let tag): open(tag)
      case .end(let name, _): close(name)
      case .text(_, isBlank: true), .comment: continue
      case .text: misplaced = MarkupPlacement.reasonAgainstText(inside: stack)
      }
    }
    guard fault == nil, misplaced == nil else { return }
    if let last = stack.last(where: { !Self.optional.contains($0) }) { fault = "<\(last)> is not closed" }
  }

  private mutating func open(_ tag: TagReader.Tag) {
    let name = tag.name
    if !stack.contains("template") && !MarkupRules.isForeign(stack) { closeImplied(before: name) }
    if fault != nil { return }
    // The cell itself is in a list item, which a second <li> would close.
    if name == "li" && !stack.contains(where: Self.lists.contains) {
      return fault = "<li> is not inside a list of the cell"
    }
    if let reason = MarkupPlacement.reason(against: tag, inside: stack) { return misplaced = reason }
    if MarkupRules.void.contains(name) || TagReader.textOnly.contains(name) { return }
    if tag.isSelfClosing && MarkupRules.isForeign(stack + [name]) { return }
    stack.append(name)
  }

  /// Closes the open elements that this start tag ends, because they need no end tag.
  private mutating func closeImplied(before name: String) {
    if let last = MarkupPlacement.firstClosed(by: name, inside: stack) {
      if stack[last] == "p" { paragraphEnder = name }
      closeAll(from: last, before: "<\(name)>")
    }
  }

  private mutating func close(_ name: String) {
    guard let index = stack.lastIndex(of: name) else {
      if name == "p", let paragraphEnder {
        if stack.contains(paragraphEnder) { return fault = "<\(paragraphEnder)> is not closed before </p>" }
        return misplaced =
          "a browser ends <p> where <\(paragraphEnder)> begins, so </p> creates a second, empty <p>; write <div> instead of <p>"
      }
      return fault = "</\(name)> closes nothing that the cell opened"
    }
    closeAll(from: index, before: "</\(name)>")
  }

  private mutating func closeAll(from index: Int, before tag: String) {
    if let inner = stack[(index + 1)...].last(where: { !Self.optional.contains($0) }) {
      return fault = "<\(inner)> is not closed before \(tag)"
    }
    stack.removeSubrange(index...)
  }
}
