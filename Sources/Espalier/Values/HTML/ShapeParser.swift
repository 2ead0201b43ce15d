extension Shape {
  /// The shape of a cell's markup inside an element; nil if the markup is not plain enough to know where a browser puts
  /// everything.
  init?(of html: HTML, in element: String = "") {
    var parser = ShapeParser(html: html, element)
    guard parser.parse() else { return nil }
    self = parser.shape
  }
}

/// A strict parser of well-formed HTML fragments: every element is closed, in order (WHATWG HTML 13.1.2).
private struct ShapeParser {
  let html: HTML
  var shape = Shape()
  var position = 0
  var nextSlot = 0
  var flagsSeen = 0
  var open: [Element]
  var run: [Shape.Part.Segment] = []

  struct Element {
    let name: String
    let path: [Int]
    var children = 0
    var hasComment = false
  }

  init(html: HTML, _ element: String) {
    self.html = html
    open = [Element(name: element, path: [])]
  }

  /// The end of the current static piece. Trusted markup may leave a tag open there.
  var limit: Int { nextSlot < html.slots.count ? Int(html.slots[nextSlot].start) : html.bytes.count }

  var byte: UInt8? { position < limit ? html.bytes[position] : nil }

  mutating func parse() -> Bool {
    while true {
      takeText()
      guard byte != nil else { break }
      guard endRun(), parseMarkup(), position <= limit else { return false }
    }
    return endRun() && open.count == 1
  }

  /// Text and slots up to the next tag.
  private mutating func takeText() {
    while true {
      let slotStart = limit
      let end = html.bytes[position..<slotStart].firstIndex(of: UInt8(ascii: "<")) ?? slotStart
      appendText(position..<end, to: &run)
      position = end
      guard end == slotStart, nextSlot < html.slots.count else { return }
      run.append(.slot(nextSlot))
      position = Int(html.slots[nextSlot].end)
      nextSlot += 1
    }
  }

  /// Appends fixed text. A character reference that only browsers know, or a carriage return, which they change, makes
  /// the part unknown.
  private func appendText(_ range: Range<Int>, to segments: inout [Shape.Part.Segment]) {
    guard !range.isEmpty else { return }
    let bytes = html.bytes[range]
    let text = bytes.contains(0x0D) ? nil : Entities.decode(bytes)
    segments.append(.text(text ?? ShapeParser.unknown))
  }

  private static let unknown = "\u{0}"

  private func isKnown(_ segments: [Shape.Part.Segment]) -> Bool {
    segments.allSatisfy { if case .text(ShapeParser.unknown) = $0 { false } else { true } }
  }

  private func hasSlot(_ segments: [Shape.Part.Segment]) -> Bool {
    segments.contains { if case .slot = $0 { true } else { false } }
  }

  private func isBlank(_ segments: [Shape.Part.Segment]) -> Bool {
    segments.allSatisfy { if case .text(let text) = $0 { text.utf8.allSatisfy(\.isHTMLSpace) } else { false } }
  }

  /// Adds the text before a tag or the end as a part. Returns false if a browser would move it.
  private mutating func endRun() -> Bool {
    defer { run = [] }
    let element = open[open.count - 1]
    guard isBlank(run) || !MarkupRules.holdsNoText.contains(element.name) else { return false }
    guard hasSlot(run), isKnown(run), !element.hasComment else { return true }
    var part = Shape.Part(locator: "\(path(element.path)):\(element.children)", segments: run)
    part.dropsLineFeed = element.children == 0 && MarkupRules.dropsLineFeed.contains(element.name)
    shape.add(part)
    return true
  }

  private func path(_ indices: [Int]) -> String { indices.map(\.description).joined(separator: ".") }

  private mutating func parseMarkup() -> Bool {
    if starts(with: "<!--") {
      open[open.count - 1].hasComment = true
      guard let end = find("-->") else { return false }
      position = end
      return true
    }
    return starts(with: "</") ? parseEndTag() : parseStartTag()
  }

  private mutating func parseEndTag() -> Bool {
    position += 2
    guard takeName().lowercased() == open[open.count - 1].name, open.count > 1 else { return false }
    skipSpace()
    guard byte == UInt8(ascii: ">") else { return false }
    position += 1
    open.removeLast()
    return true
  }

  private mutating func parseStartTag() -> Bool {
    position += 1
    // Before any other character, `<` is text to a browser, and slots may follow.
    guard byte?.isASCIILetter == true else { return false }
    let name = takeName().lowercased()
    let parent = open[open.count - 1]
    guard MarkupRules.canContain(parent.name, name, inside: open.map(\.name)) else { return false }
    let element = Element(name: name, path: parent.path + [parent.children])
    open[open.count - 1].children += 1
    guard let isClosed = parseAttributes(of: element) else { return false }
    if !isClosed && !MarkupRules.void.contains(name) { open.append(element) }
    return true
  }

  /// Returns whether the tag closes itself, which only void and foreign elements can; nil if the tag is malformed.
  private mutating func parseAttributes(of element: Element) -> Bool? {
    while true {
      skipSpace()
      if takeFlag(of: element) { continue }
      guard let byte else { return nil }
      if byte == UInt8(ascii: ">") {
        position += 1
        return false
      }
      if starts(with: "/>") {
        position += 2
        return MarkupRules.void.contains(element.name) || isForeign(element) ? true : nil
      }
      guard parseAttribute(of: element) else { return nil }
    }
  }

  private func isForeign(_ element: Element) -> Bool { MarkupRules.isForeign(open.map(\.name) + [element.name]) }

  private mutating func takeFlag(of element: Element) -> Bool {
    guard nextSlot < html.slots.count, html.slots[nextSlot].kind == .flag, position == Int(html.slots[nextSlot].start)
    else { return false }
    let locator = "\(path(element.path))@\(html.flags[flagsSeen])"
    shape.add(.init(locator: locator, segments: [.slot(nextSlot)], isFlag: true))
    position = Int(html.slots[nextSlot].end)
    flagsSeen += 1
    nextSlot += 1
    return true
  }

  private mutating func parseAttribute(of element: Element) -> Bool {
    // The names of foreign attributes are case-sensitive, such as viewBox.
    let written = takeName()
    let name = isForeign(element) ? written : written.lowercased()
    guard !name.isEmpty else { return false }
    guard byte == UInt8(ascii: "=") else { return true }
    position += 1
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    position += 1
    var segments: [Shape.Part.Segment] = []
    while true {
      let slotStart = limit
      let end = html.bytes[position..<slotStart].firstIndex(of: quote) ?? slotStart
      appendText(position..<end, to: &segments)
      position = end
      // A slot that is reached before the quote belongs to the value.
      guard end == slotStart, nextSlot < html.slots.count else { break }
      segments.append(.slot(nextSlot))
      position = Int(html.slots[nextSlot].end)
      nextSlot += 1
    }
    guard byte == quote else { return false }
    position += 1
    // An attribute with a namespace, such as xlink:href, cannot be set by its name alone.
    if hasSlot(segments), isKnown(segments), !name.contains(":") {
      shape.add(.init(locator: "\(path(element.path))@\(name)", segments: segments))
    }
    return true
  }

  // MARK: Bytes

  private func starts(with text: StaticString) -> Bool {
    html.bytes[position...].starts(with: text.description.utf8)
  }

  private func find(_ text: String) -> Int? {
    var index = position
    while index + text.utf8.count <= html.bytes.count {
      if html.bytes[index...].starts(with: text.utf8) { return index + text.utf8.count }
      index += 1
    }
    return nil
  }

  private mutating func skipSpace() {
    while let byte, byte.isHTMLSpace { position += 1 }
  }

  /// A tag's or attribute's name.
  private mutating func takeName() -> String {
    let start = position
    while let byte, !byte.isHTMLSpace, !">/=<\"'".utf8.contains(byte) { position += 1 }
    return String(decoding: html.bytes[start..<position], as: UTF8.self)
  }
}
