extension Shape {
  /// The shape of a cell's markup inside an element; nil if the markup is not plain enough to know where a browser puts
  /// everything.
  init?(of html: HTML, in element: String = "") {
    var parser = ShapeParser(html: html, element)
    guard parser.parse() else { return nil }
    self = parser.shape
  }
}

/// Accepts only well-formed fragments: every element is closed, in order (WHATWG HTML 13.1.2).
private struct ShapeParser {
  let html: HTML
  var shape = Shape()
  var nextSlot = 0
  var flagsSeen = 0
  var open: [Element]
  /// Where the last tag or comment ends.
  var textStart = 0

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

  mutating func parse() -> Bool {
    for token in TagReader(html.bytes, skipsTextOnly: false) {
      switch token {
      case .text: continue
      case .comment(let range):
        guard endText(at: range, ending: "-->"), html.bytes[range].starts(with: "<!--".utf8) else { return false }
        open[open.count - 1].hasComment = true
      case .start(let tag): guard endText(at: tag.range, ending: ">"), begin(tag) else { return false }
      case .end(let name, let range):
        guard endText(at: range, ending: ">"), open.count > 1, open.removeLast().name == name else { return false }
      }
      // Trusted markup may leave a tag open, so that a value is in a tag but in no attribute.
      if nextSlot < html.slots.count, html.slots[nextSlot].start < textStart { return false }
    }
    return endText(at: html.bytes.count..<html.bytes.count, ending: "") && open.count == 1
  }

  /// The fixed text and the slots of a range; nil if a slot does not fit there.
  private mutating func segments(in range: Range<Int>) -> [Shape.Part.Segment]? {
    var segments: [Shape.Part.Segment] = []
    var position = range.lowerBound
    while nextSlot < html.slots.count, html.slots[nextSlot].end <= range.upperBound {
      let slot = html.slots[nextSlot]
      guard slot.kind != .flag, position <= slot.start else { return nil }
      append(position..<Int(slot.start), to: &segments)
      segments.append(.slot(nextSlot))
      position = Int(slot.end)
      nextSlot += 1
    }
    append(position..<range.upperBound, to: &segments)
    return segments
  }

  /// Appends fixed text. A character reference that only browsers know, or a carriage return, which they change, makes
  /// the part unknown.
  private func append(_ range: Range<Int>, to segments: inout [Shape.Part.Segment]) {
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

  /// Adds the text before a tag, a comment or the end as a part. Returns false if a browser would move it, or if what follows
  /// has another end.
  private mutating func endText(at next: Range<Int>, ending: String) -> Bool {
    let range = textStart..<next.lowerBound
    guard !html.bytes[range].contains(UInt8(ascii: "<")), let run = segments(in: range) else { return false }
    textStart = next.upperBound
    guard html.bytes[next].suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return false }
    let element = open[open.count - 1]
    guard isBlank(run) || !MarkupRules.holdsNoText.contains(element.name) else { return false }
    guard hasSlot(run), isKnown(run), !element.hasComment else { return true }
    var part = Shape.Part(locator: "\(path(element.path)):\(element.children)", segments: run)
    part.dropsLineFeed = element.children == 0 && MarkupRules.dropsLineFeed.contains(element.name)
    shape.add(part)
    return true
  }

  private func path(_ indices: [Int]) -> String { indices.map(\.description).joined(separator: ".") }

  private mutating func begin(_ tag: TagReader.Tag) -> Bool {
    let parent = open[open.count - 1]
    let names = open.map(\.name)
    guard tag.isPlain, MarkupRules.canContain(parent.name, tag.name, inside: names) else { return false }
    let element = Element(name: tag.name, path: parent.path + [parent.children])
    open[open.count - 1].children += 1
    let isForeign = MarkupRules.isForeign(names + [tag.name])
    for attribute in tag.attributes {
      addFlags(before: attribute.range.lowerBound, of: element)
      guard attribute.isQuoted else { continue }
      guard let segments = segments(in: attribute.range) else { return false }
      let name = isForeign ? attribute.writtenName : attribute.name
      // An attribute with a namespace, such as xlink:href, cannot be set by its name alone.
      if hasSlot(segments), isKnown(segments), !name.contains(":") {
        shape.add(.init(locator: "\(path(element.path))@\(name)", segments: segments))
      }
    }
    addFlags(before: tag.range.upperBound, of: element)
    let isVoid = MarkupRules.void.contains(tag.name)
    if tag.isSelfClosing { return isVoid || isForeign }
    if !isVoid { open.append(element) }
    return true
  }

  private mutating func addFlags(before end: Int, of element: Element) {
    while nextSlot < html.slots.count, html.slots[nextSlot].kind == .flag, html.slots[nextSlot].end <= end {
      let locator = "\(path(element.path))@\(html.flags[flagsSeen])"
      shape.add(.init(locator: locator, segments: [.slot(nextSlot)], isFlag: true))
      flagsSeen += 1
      nextSlot += 1
    }
  }
}
