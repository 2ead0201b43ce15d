/// Appends static pieces and slots to one HTML value, and escapes each slot for its position.
///
/// String interpolation and templates both write through it.
struct HTMLBuilder {
  private(set) var html = HTML()
  private(set) var context = MarkupContext()
  /// False for plain text without tags, as in Mustache's own test cases.
  private let isMarkup: Bool
  private var literals = LiteralReader()

  init(byteCapacity: Int, slotCapacity: Int, isMarkup: Bool = true) {
    self.isMarkup = isMarkup
    html.bytes.reserveCapacity(byteCapacity)
    if slotCapacity > 0 { html.slots.reserveCapacity(slotCapacity) }
  }

  /// For an `HTML` literal of the program with these sizes.
  init(literal sizes: LiteralPlace.Sizes) {
    self.init(byteCapacity: sizes.bytes + sizes.slots * 32, slotCapacity: sizes.slots)
    literals = LiteralReader(sizes)
  }

  /// A static piece of an `HTML` literal of the program.
  mutating func append(piece: StaticString) {
    piece.withUTF8Buffer { bytes in
      unsafe html.bytes.append(contentsOf: bytes)
      if unsafe literals.skip(bytes, &context) { return }
      let before = context
      unsafe context.advance(over: bytes)
      unsafe literals.note(bytes, from: before, to: context)
      reportMistakes()
    }
  }

  /// Trusted text of the program or of a template file.
  mutating func append(literal: String) {
    var literal = literal
    literal.withUTF8 { bytes in
      if isMarkup { unsafe context.advance(over: bytes) }
      unsafe html.bytes.append(contentsOf: bytes)
    }
    reportMistakes()
  }

  /// A static piece of a template.
  mutating func append(_ text: StaticPiece) {
    html.bytes.append(contentsOf: text.bytes)
    guard isMarkup else { return }
    if context == text.before { context = text.after } else { context.advance(over: text.bytes) }
    reportMistakes()
  }

  private mutating func reportMistakes() {
    if context.isGlued { fail("put a space after the attribute \(html.flags.last ?? "")") }
    if let blocked = context.blocked { fail(blocked.reason) }
  }

  /// Appends a value, escaped for text, for an attribute or for a URL, depending on its position.
  mutating func append(text: String) {
    literals.passValue()
    keepLineFeed()
    slot(.value) { html, context in
      switch context.state {
      case .text, .escapableText: html.bytes.append(htmlEscaping: text)
      case .doubleQuoted, .singleQuoted: appendAttribute(text, to: &html, context)
      case .unquoted, .beforeValue: html.fail("quote the value of the attribute \(context.attribute.text)")
      case .rawText: html.fail("a value is not allowed inside <\(context.tag.text)>")
      case .declaration, .comment: html.fail("a value is not allowed inside a comment")
      default:
        html.fail("a value is not allowed inside the tag of <\(context.tag.text)>; put it into a quoted attribute")
      }
    }
  }

  /// Writes the line feed that a browser drops at the start of some elements, so that it drops none of what follows. It
  /// does so whatever follows, so that all values have one shape.
  private mutating func keepLineFeed() {
    guard context.dropsLineFeed else { return }
    html.bytes.append(UInt8(ascii: "\n"))
    context.endStart()
  }

  /// Appends a whole number, which needs no escaping.
  mutating func append(number: Int) {
    let isPlain =
      context.state == .text || (context.state == .doubleQuoted && context.attribute.isHarmlessForNumbers)
    guard isPlain else { return append(text: number.description) }
    literals.passValue()
    slot(.value) { html, _ in html.bytes.append(decimal: number) }
  }

  /// Other markup, with its slots and controls.
  mutating func append(html other: HTML) {
    literals.passOther()
    keepLineFeed()
    guard context.state == .text else { return fail("markup is only allowed where text is allowed") }
    html.append(other)
  }

  /// Appends trusted markup. It is not a slot, because it may contain elements. When it changes, the whole cell is
  /// sent.
  mutating func append(raw: RawHTML) {
    literals.passOther()
    keepLineFeed()
    guard context.state == .text else { return fail("markup is only allowed where text is allowed") }
    html.bytes.append(raw.source)
  }

  /// Appends an attribute without a value, present or absent.
  mutating func append(flag name: StaticString, when isOn: Bool) {
    literals.passOther()
    guard context.state == .beforeAttribute else {
      return fail("the attribute \(name) must be inside a tag, after a space")
    }
    html.flags.append(name.description)
    slot(.flag) { html, _ in if isOn { name.withUTF8Buffer { unsafe html.bytes.append(contentsOf: $0) } } }
  }

  /// Appends the attributes that make the current tag, a button or a form, send an event.
  ///
  /// The attributes are plain HTML, so the control works without JavaScript. A button belongs to the page's one empty
  /// form by its `form` attribute, which dialects add, and overrides the URL by `formaction` (WHATWG HTML 4.10.18.6).
  mutating func append(
    event: EventDescriptor, sends data: JSON?, on trigger: FormTrigger? = nil, command: (any AnyCommand)? = nil
  ) {
    literals.passOther()
    guard context.state == .beforeAttribute else {
      return fail(
        "the event \(event.label) must be inside a tag, after a space, as in <button \\(event, sends: …)>")
    }
    switch context.tag {
    case .button:
      if data == nil && !event.isBare { checkSendable(event) }
      if let trigger, !trigger.isForButtons {
        return fail("a button has no fields, so it cannot send the event \(event.label) on .\(trigger); use a form")
      }
      literalAttribute(HTML.buttonTarget, .buttonTarget, event)
      if let data {
        append(literal: " name=\"\(WireName.data)\" value=\"")
        append(text: data.formText)
        append(literal: "\"")
      }
      append(trigger)
      append(literal: event.presses.attributes)
    case .form:
      // Without it, a browser would send a file's name instead of the file.
      if event.files != nil { append(literal: "enctype=\"multipart/form-data\" ") }
      literalAttribute("method=\"post\" action=\"", .formTarget, event)
      append(trigger)
      append(literal: event.presses.attributes)
    default:
      return fail("<\(context.tag.text)> cannot send the event \(event.label); use a button or a form")
    }
    html.add(Control(event: event, example: data, command: command))
  }

  private mutating func append(_ trigger: FormTrigger?) {
    if let word = trigger?.formWord { append(literal: " \(WireName.trigger)=\"\(word)\"") }
    guard let word = trigger?.word else { return }
    append(literal: " \(WireName.when)=\"")
    append(text: word)
    append(literal: "\"")
  }

  /// The same for a command of the row. Its label is its id or, without an id, the name of the field that holds it. If
  /// the field is not known yet, `HTML.namingCommands` adds the label later.
  mutating func append(command: any AnyCommand, sends data: JSON?, on trigger: FormTrigger? = nil, field: String = "") {
    append(
      event: command.event(command.id.isEmpty ? field : command.id), sends: data, on: trigger, command: command)
  }

  /// A button without data sends an empty form. If the payload cannot be read from an empty form, the server would
  /// refuse every press.
  private mutating func checkSendable(_ event: EventDescriptor) {
    do {
      _ = try event.payload(from: .object(JSONObject()), fromForm: true)
    } catch {
      fail(
        """
        the button sends no data, but \(event.label.isEmpty ? "its command" : "the event \(event.label)") carries data of \
        the type \(event.payloadType); \
        pass the data, as in <button \\(event, sends: …)>, or use a form that sends its fields
        """)
    }
  }

  private mutating func literalAttribute(_ beginning: String, _ target: HTML.Slot.Kind, _ event: EventDescriptor) {
    append(literal: beginning)
    slot(target) { _, _ in }
    append(literal: String(decoding: HTML.targetEnd(event.label), as: UTF8.self) + "\"")
  }

  private mutating func slot(_ kind: HTML.Slot.Kind, _ write: (inout HTML, MarkupContext) -> Void) {
    let start = UInt32(html.bytes.count)
    write(&html, context)
    html.slots.append(.init(start: start, end: UInt32(html.bytes.count), kind: kind))
    context.advanceOverSlot(kind)
  }

  mutating func fail(_ reason: String) { html.fail(reason) }

  /// The finished value; an unfinished tag or comment is a fault.
  consuming func finish() -> HTML {
    if context.state == .comment { html.fail("a comment is not closed") }
    if !context.isText {
      let tag = context.tag.text
      html.fail(tag.isEmpty ? "a tag is not closed" : "the tag of <\(tag)> is not closed")
    }
    html.place.number = literals.finish(html)
    return html
  }
}

extension HTML {
  /// Appends other markup, at a position where text is allowed.
  mutating func append(_ other: HTML) {
    let offset = UInt32(bytes.count)
    place = Place()
    bytes.append(contentsOf: other.bytes)
    for slot in other.slots {
      slots.append(.init(start: slot.start + offset, end: slot.end + offset, kind: slot.kind))
    }
    flags += other.flags
    if let fault = other.fault { fail(fault) }
    for control in other.controls { add(control) }
  }

  /// Adds a control. Two different events or commands of a cell cannot have the same label, because the label would be
  /// ambiguous.
  mutating func add(_ control: Control) {
    if let other = control.rival(among: controls) {
      fail("\(control.event.label) is \(other.origin) and \(control.origin); give one of them another name")
    }
    controls.append(control)
  }

  mutating func fail(_ reason: String) {
    if fault == nil { fault = reason }
  }
}

extension PressRule {
  /// The attributes for the browser's client, each after a space.
  fileprivate var attributes: String {
    (isOnce.map { " \(WireName.once)=\"\($0)\"" } ?? "")
      + (isRefusedOffline ? " \(WireName.offline)=\"\(WireName.refused)\"" : "")
  }
}

extension MarkupContext {
  /// Why no value is allowed in the current attribute, and what to do instead; nil if one is.
  fileprivate var reasonAgainstSlot: String? {
    switch (tag, attribute) {
    case (_, .module):
      isAtValueStart ? "a value would choose which script runs; write the beginning of the module's URL" : nil
    case (_, .srcdoc): "a value in the attribute srcdoc would run as code; serve the document and link it with src"
    case (.script, .type): "a value in the attribute type of <script> would choose what runs; write the type"
    case (.script, .src), (.script, .href), (.script, .xlinkHref):
      isAtValueStart ? "a value would choose which script runs; write the beginning of the script's URL" : nil
    case (.base, .href): "a value in <base href> would change all links of the page; write the URL"
    case (.meta, _) where isPragma || attribute == .httpEquiv: Blocked.pragma.reason
    case (_, .attributeName) where Name.setters.contains(tag):
      "a value would choose which attribute <\(tag.text)> sets; write the attribute's name"
    default: nil
    }
  }
}

private func appendAttribute(_ text: String, to html: inout HTML, _ context: MarkupContext) {
  let name = context.attribute
  // Other forbidden attributes, such as `style`, are already reported when their name is read.
  let isStart = context.isAtValueStart || (name == .ping && html.bytes.last == UInt8(ascii: " "))
  if let reason = context.reasonAgainstSlot {
    html.fail(reason)
  } else if MarkupContext.Name.setters.contains(context.tag) && MarkupContext.Name.setValues.contains(name) {
    let isSafe = text.split(separator: ";").allSatisfy { hasSafeScheme(String($0.drop { $0.isWhitespace })) }
    html.bytes.append(htmlEscaping: isSafe ? text : "about:invalid")
  } else if !MarkupContext.Name.urls.contains(name) {
    html.bytes.append(htmlEscaping: text)
  } else if isStart {
    let isPlain = !text.utf8.contains(UInt8(ascii: " "))
    let url = isPlain ? text : text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
    html.bytes.append(htmlEscaping: hasSafeScheme(text) ? url : "about:invalid")
  } else {
    html.bytes.append(percentEncoding: text)
  }
}

/// Whether a whole URL is relative or has a scheme that cannot run code. Browsers remove tabs, line ends and leading
/// control characters before they parse a URL (WHATWG URL 4.4), so a URL with any of these is refused. The check
/// compares bytes, because a colon followed by a combining mark is one `Character`, which does not equal a colon.
private func hasSafeScheme(_ url: String) -> Bool {
  guard url.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
  guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
  let scheme = url[..<colon]
  if scheme.utf8.contains(where: "/?#".utf8.contains) { return true }
  return ["http", "https", "mailto", "tel"].contains(scheme.lowercased())
}
