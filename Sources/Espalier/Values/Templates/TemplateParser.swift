extension Template {
  /// Compiles a template. `line` is the number of the source's first line in its file.
  init(parsing source: String, file: String, line: Int = 1) throws(TemplateError) {
    var parser = TemplateParser(source: Array(source.utf8), file: file, line: line)
    self.file = file
    parts = try parser.parts(until: nil)
  }
}

/// Reads Mustache's tags. If a line contains only one tag and that tag prints nothing, the whole line is dropped.
private struct TemplateParser {
  let source: [UInt8]
  let file: String
  var line: Int
  var position = 0
  /// The context if each section is rendered once.
  var context = MarkupContext()
  var opening = Array("{{".utf8)
  var closing = Array("}}".utf8)

  typealias Part = Template.Part

  func error(_ reason: String, line: Int? = nil) -> TemplateError {
    TemplateError(file: file, line: line ?? self.line, reason: reason)
  }

  mutating func parts(until section: (name: String, line: Int)?) throws(TemplateError) -> [Part] {
    var parts: [Part] = []
    while let start = find(opening, from: position) {
      let tag = try tag(at: start)
      let lineStart = self.lineStart(of: start)
      let isAlone = tag.canStandAlone && isBlank(lineStart..<start) && lineStart >= position
      let lineEnd = isAlone ? endOfBlankLine(from: tag.end) : nil
      append(text: position..<(lineEnd == nil ? start : lineStart), to: &parts)
      let tagLine = line
      position = lineEnd ?? tag.end
      line += source[start..<position].count { $0 == UInt8(ascii: "\n") }
      let indent = lineEnd == nil ? "" : text(lineStart..<start)

      switch tag.kind {
      case .comment: break
      case .delimiters(let opening, let closing): (self.opening, self.closing) = (opening, closing)
      case .variable(let isEscaped):
        let variable = try variable(tag.name, isEscaped: isEscaped, line: tagLine)
        if case .event = variable {
          context.advanceOverAttributes()
        } else {
          context.endStart()
          context.advanceOverSlot(.value)
        }
        parts.append(variable)
      case .section(let isInverted):
        let inner = try self.parts(until: (tag.name, tagLine))
        parts.append(.section(try reference(tag.name, line: tagLine), isInverted: isInverted, inner))
      case .end:
        guard let section else { throw error("{{/\(tag.name)}} closes nothing", line: tagLine) }
        guard section.name == tag.name else {
          throw error(
            "{{/\(tag.name)}} does not match the open {{#\(section.name)}} of line \(section.line)", line: tagLine)
        }
        return parts
      case .partial: parts.append(.partial(name: tag.name, indent: indent, line: tagLine))
      }
    }
    if let section { throw error("{{#\(section.name)}} is never closed", line: section.line) }
    append(text: position..<source.count, to: &parts)
    position = source.count
    return parts
  }

  struct Tag {
    enum Kind {
      case comment, end, partial
      case variable(isEscaped: Bool)
      case section(isInverted: Bool)
      case delimiters([UInt8], [UInt8])
    }
    let kind: Kind
    let name: String
    let end: Int

    var canStandAlone: Bool { if case .variable = kind { false } else { true } }
  }

  private func tag(at start: Int) throws(TemplateError) -> Tag {
    let inside = start + opening.count
    let sigil = inside < source.count ? source[inside] : 0
    let isTriple = sigil == UInt8(ascii: "{")
    let line = line + source[position..<start].count { $0 == UInt8(ascii: "\n") }
    let ending =
      switch sigil {
      case UInt8(ascii: "{"): Array("}".utf8) + closing
      case UInt8(ascii: "="): Array("=".utf8) + closing
      default: closing
      }
    let name = inside + ("{=#^/!>&".utf8.contains(sigil) ? 1 : 0)
    guard let end = find(ending, from: name) else { throw error("a tag is not closed", line: line) }
    let kind: Tag.Kind =
      switch sigil {
      case UInt8(ascii: "!"): .comment
      case UInt8(ascii: "#"): .section(isInverted: false)
      case UInt8(ascii: "^"): .section(isInverted: true)
      case UInt8(ascii: "/"): .end
      case UInt8(ascii: ">"): .partial
      case UInt8(ascii: "="): try delimiters(trimmed(name..<end), line)
      case UInt8(ascii: "&"): .variable(isEscaped: false)
      default: .variable(isEscaped: !isTriple)
      }
    return Tag(kind: kind, name: trimmed(name..<end), end: end + ending.count)
  }

  private func delimiters(_ text: String, _ line: Int) throws(TemplateError) -> Tag.Kind {
    let pair = text.split { $0.isWhitespace }
    guard pair.count == 2, !text.contains("=") else {
      throw error("a delimiter tag needs two delimiters, as in {{=<% %>=}}", line: line)
    }
    return .delimiters(Array(pair[0].utf8), Array(pair[1].utf8))
  }

  private func variable(_ name: String, isEscaped: Bool, line: Int) throws(TemplateError) -> Part {
    guard name.hasPrefix("event:") else { return .variable(try reference(name, line: line), isEscaped: isEscaped) }
    var words = name.dropFirst("event:".count).split { $0.isWhitespace }
    guard !words.isEmpty else { throw error("{{event:…}} needs the event's label", line: line) }
    let label = String(words.removeFirst())
    var trigger: FormTrigger?
    if let last = words.last, last.hasPrefix("on=") {
      trigger = FormTrigger(template: last.dropFirst("on=".count))
      guard trigger != nil else {
        let known = "input, change, pause:300, focus, blur, keys:Enter,Escape, outside and every:5000"
        throw error("{{event:\(label) \(last)}} names no trigger; some are \(known)", line: line)
      }
      words.removeLast()
    }
    let argument = words.joined(separator: " ")
    if argument.isEmpty { return .event(label: label, .none, trigger, line: line) }
    if argument.first == "\"", argument.last == "\"", argument.count > 1 {
      return .event(label: label, .text(String(argument.dropFirst().dropLast())), trigger, line: line)
    }
    return .event(label: label, .field(try reference(argument, line: line)), trigger, line: line)
  }

  private func reference(_ name: String, line: Int) throws(TemplateError) -> Template.Reference {
    if name == "." { return .init(names: [], line: line) }
    let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
      throw error("a tag needs a name, not \"\(name)\"", line: line)
    }
    return .init(names: names, line: line)
  }

  // MARK: Bytes

  private mutating func append(text range: Range<Int>, to parts: inout [Part]) {
    guard !range.isEmpty else { return }
    line += source[range].count { $0 == UInt8(ascii: "\n") }
    let bytes = Array(text(range).utf8)
    let before = context
    context.advance(over: bytes)
    parts.append(.text(.init(bytes: bytes, before: before, after: context)))
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  private func trimmed(_ range: Range<Int>) -> String {
    let inner = source[range].drop { $0.isHTMLSpace }
    let end = inner.lastIndex { !$0.isHTMLSpace }.map { $0 + 1 } ?? inner.startIndex
    return String(decoding: inner[..<end], as: UTF8.self)
  }

  private func find(_ pattern: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first else { return nil }
    var index = start
    while index + pattern.count <= source.count {
      guard let next = source[index...].firstIndex(of: first) else { return nil }
      if source[next...].starts(with: pattern) { return next }
      index = next + 1
    }
    return nil
  }

  private func lineStart(of index: Int) -> Int {
    (source[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }) ?? 0
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    source[range].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Where the next line begins, if the rest of this one is blank.
  private func endOfBlankLine(from start: Int) -> Int? {
    var index = start
    while index < source.count, isBlank(index..<index + 1) { index += 1 }
    if index < source.count, source[index] == UInt8(ascii: "\r") { index += 1 }
    if index == source.count { return index }
    return source[index] == UInt8(ascii: "\n") ? index + 1 : nil
  }
}
