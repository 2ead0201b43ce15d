/// The syntactic context of a position in markup. It decides how a slot there must be escaped.
///
/// A small state machine over the static bytes, based on WHATWG HTML 13.2.5 (tokenization). It is stricter than a
/// browser: it refuses a slot where a browser would repair the markup.
struct MarkupContext: Equatable, Sendable {
  enum State {
    case text, tagOpen, tagName, endTag, declaration, comment
    case beforeAttribute, attributeName, afterAttributeName, beforeValue
    case doubleQuoted, singleQuoted, unquoted
    /// Right after an attribute that may be absent. The next byte must not become part of its name.
    case afterFlag
    /// Inside script, style, iframe and other elements in which a browser decodes no escapes, so no slot is allowed.
    case rawText
    /// Inside textarea or title: text in which tags have no meaning.
    case escapableText
    /// Right after the start tag of pre or listing, and of textarea. A browser drops a line feed that follows.
    case textStart, escapableTextStart
  }

  private(set) var state = State.text
  /// Whether a browser drops a line feed that follows (WHATWG HTML 13.2.6.4.7).
  var dropsLineFeed: Bool { state == .textStart || state == .escapableTextStart }
  /// Whether tags and other markup may follow.
  var isText: Bool { state == .text || state == .textStart }
  /// The element of the current or last tag.
  private(set) var tag = Name()
  /// The current attribute; empty outside attributes, so that a place in the markup has one context.
  private(set) var attribute = Name()
  /// Whether the attribute's value has no bytes yet.
  private(set) var isAtValueStart = true
  /// Whether a character follows a flag directly, without a space.
  private(set) var isGlued = false
  /// The last element or attribute that the content security policy blocks.
  private(set) var blocked: Blocked?
  /// Whether the tag has an `http-equiv` attribute, and whether it has a slot. Together they could lead to another page.
  private(set) var isPragma = false
  private var hasSlot = false
  /// Whether the script's tag has a `src` or a `type` attribute, so that it may contain no inline code.
  private var isLinked = false
  /// The number of consecutive `-` read last in a declaration or comment.
  private var dashes = 0

  /// An element's or attribute's name: up to 16 lower-case bytes in one number, so that comparing is one instruction.
  struct Name: Hashable, Sendable {
    private var packed: UInt128 = 0

    init() {}
    init(_ name: StaticString) {
      name.withUTF8Buffer { for byte in unsafe Array($0) { append(byte) } }
    }
    /// A name longer than 16 bytes keeps its first 16, which equal none of the names that matter.
    mutating func append(_ byte: UInt8) {
      guard packed >> 120 == 0 else { return }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      packed = packed << 8 | UInt128(isUpper ? byte | 0x20 : byte)
    }
    var text: String {
      let bytes = (0..<16).reversed().map { UInt8(truncatingIfNeeded: packed >> ($0 * 8)) }
      return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
    /// Whether it is the name of an event handler attribute, whose value would run as code.
    var beginsWithOn: Bool {
      let length = (128 - packed.leadingZeroBitCount + 7) / 8
      return length >= 2 && packed >> ((length - 2) * 8) == 0x6F6E
    }
    /// Whether a whole number can be the attribute's value without escaping.
    var isHarmlessForNumbers: Bool {
      self != .srcdoc && self != .httpEquiv && self != .attributeName && self != .module
    }
  }

  mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      unsafe index += quietRun(in: bytes, from: index)
      guard index < bytes.count else { return }
      unsafe advance(over: bytes[index])
      index += 1
    }
  }

  mutating func advance(over bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe advance(over: $0) }
  }

  /// Notes that whole attributes were written here.
  mutating func advanceOverAttributes() { (state, attribute, isAtValueStart) = (.beforeAttribute, Name(), false) }

  /// The number of bytes from here on that do not change the state: most text, and most of a quoted value.
  private mutating func quietRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let end: UInt8
    switch state {
    case .text: end = UInt8(ascii: "<")
    case .endTag: end = UInt8(ascii: ">")
    case .doubleQuoted: end = UInt8(ascii: "\"")
    case .singleQuoted: end = UInt8(ascii: "'")
    default: return 0
    }
    var index = start
    while index < bytes.count, unsafe bytes[index] != end { index += 1 }
    if index > start { isAtValueStart = false }
    return index - start
  }

  /// Notes that something other than a static piece was written here.
  mutating func endStart() {
    if state == .textStart { state = .text }
    if state == .escapableTextStart { state = .escapableText }
  }

  /// Notes that a slot's bytes were written here.
  mutating func advanceOverSlot(_ kind: HTML.Slot.Kind) {
    isAtValueStart = false
    hasSlot = true
    if kind == .flag { state = .afterFlag }
  }

  private mutating func advance(over byte: UInt8) {
    switch state {
    case .text:
      if byte == UInt8(ascii: "<") { state = .tagOpen }
    case .tagOpen:
      tag = Name()
      switch byte {
      case UInt8(ascii: "/"): state = .endTag
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        state = .declaration
        dashes = 0
        isAtValueStart = byte == UInt8(ascii: "!")
      case _ where byte.isASCIILetter:
        state = .tagName
        (isLinked, isPragma, hasSlot) = (false, false, false)
        tag.append(byte)
      default: state = .text
      }
    case .tagName:
      if byte.isHTMLSpace {
        state = .beforeAttribute
      } else if byte == UInt8(ascii: ">") {
        closeTag()
      } else if byte != UInt8(ascii: "/") {
        tag.append(byte)
      }
    case .endTag:
      if byte == UInt8(ascii: ">") { state = .text }
    case .declaration:
      // Only `<!--` begins a comment.
      dashes = byte == UInt8(ascii: "-") && isAtValueStart ? dashes + 1 : 0
      isAtValueStart = dashes > 0
      if dashes == 2 { state = .comment }
      if byte == UInt8(ascii: ">") { state = .text }
    case .comment:
      if byte == UInt8(ascii: ">") && dashes >= 2 { state = .text }
      dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
    case .beforeAttribute: beginAttribute(byte)
    case .afterFlag:
      isGlued = isGlued || !(byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">"))
      beginAttribute(byte)
    case .attributeName:
      if byte == UInt8(ascii: "=") {
        beginValue()
      } else if byte.isHTMLSpace {
        state = .afterAttributeName
      } else if byte == UInt8(ascii: ">") {
        closeTag()
      } else {
        attribute.append(byte)
      }
    case .afterAttributeName:
      if byte == UInt8(ascii: "=") { beginValue() } else { beginAttribute(byte) }
    case .beforeValue:
      if byte.isHTMLSpace { return }
      isAtValueStart = true
      switch byte {
      case UInt8(ascii: "\""): state = .doubleQuoted
      case UInt8(ascii: "'"): state = .singleQuoted
      case UInt8(ascii: ">"): closeTag()
      default: state = .unquoted
      }
    case .doubleQuoted: endValue(byte, at: byte == UInt8(ascii: "\""))
    case .singleQuoted: endValue(byte, at: byte == UInt8(ascii: "'"))
    case .unquoted:
      if byte == UInt8(ascii: ">") { closeTag() } else { endValue(byte, at: byte.isHTMLSpace) }
    case .rawText, .escapableText:
      // Only the element's own end tag ends this state. Any `</` counts as its end tag here.
      if byte == UInt8(ascii: "/"), isAtValueStart { state = .endTag }
      isAtValueStart = byte == UInt8(ascii: "<")
    case .textStart, .escapableTextStart:
      endStart()
      advance(over: byte)
    }
  }

  private mutating func beginAttribute(_ byte: UInt8) {
    if byte.isHTMLSpace || byte == UInt8(ascii: "/") { return state = .beforeAttribute }
    if byte == UInt8(ascii: ">") { return closeTag() }
    attribute = Name()
    attribute.append(byte)
    state = .attributeName
  }

  private mutating func beginValue() {
    state = .beforeValue
    if attribute == .style || attribute.beginsWithOn { blocked = .attribute(attribute) }
    if tag == .meta && attribute == .httpEquiv {
      isPragma = true
      if hasSlot { blocked = .pragma }
    }
    if tag == .script && (attribute == .src || attribute == .type) { isLinked = true }
  }

  private mutating func endValue(_ byte: UInt8, at isEnd: Bool) {
    if isEnd {
      (state, attribute) = (.beforeAttribute, Name())
    } else {
      isAtValueStart = false
    }
  }

  private mutating func closeTag() {
    (attribute, isAtValueStart) = (Name(), false)
    switch tag {
    case .script, .style:
      state = .rawText
      if !isLinked { blocked = .element(tag) }
    case .iframe, .noembed, .noframes, .xmp, .plaintext: state = .rawText
    case .textarea: state = .escapableTextStart
    case .title: state = .escapableText
    case .pre, .listing: state = .textStart
    default: state = .text
    }
  }
}

extension MarkupContext {
  /// Markup that the content security policy blocks.
  enum Blocked: Equatable, Sendable {
    case attribute(Name), element(Name), pragma

    var reason: String {
      switch self {
      case .attribute(.style): "the strict content security policy ignores style attributes; use a class"
      case .attribute(let name):
        "the strict content security policy blocks \(name.text); let a control send an event instead"
      case .pragma: "a value in <meta> with http-equiv could lead to another page; send a navigation instead"
      case .element(let name):
        "the strict content security policy blocks <\(name.text)> in the markup; put it into a file in Public/"
      }
    }
  }
}

extension MarkupContext.Name {
  static let script = Self("script")
  static let style = Self("style")
  static let srcdoc = Self("srcdoc")
  static let src = Self("src")
  static let type = Self("type")
  static let textarea = Self("textarea")
  static let title = Self("title")
  static let pre = Self("pre")
  static let listing = Self("listing")
  static let button = Self("button")
  static let form = Self("form")
  static let base = Self("base")
  static let href = Self("href")
  static let xlinkHref = Self("xlink:href")
  static let meta = Self("meta")
  static let httpEquiv = Self("http-equiv")
  static let attributeName = Self("attributename")
  static let ping = Self("ping")
  static let module = Self("data-module")
  static let iframe = Self("iframe")
  static let noembed = Self("noembed")
  static let noframes = Self("noframes")
  static let xmp = Self("xmp")
  static let plaintext = Self("plaintext")

  /// SVG elements that set an attribute of the element around them, and the attributes that hold its values (SVG
  /// Animations 2.2). With them, a link could get a URL that runs code.
  static let setters: Set<Self> = [
    Self("set"), Self("animate"), Self("animatemotion"), Self("animatetransform"), Self("animatecolor"),
  ]
  static let setValues: Set<Self> = [Self("to"), Self("from"), Self("by"), Self("values")]

  /// Attributes whose value is a URL (WHATWG HTML, the attributes of type URL, also the obsolete ones).
  static let urls: Set<Self> = [
    Self("href"), Self("src"), Self("action"), Self("formaction"), Self("poster"), Self("cite"), Self("data"),
    xlinkHref, module, Self("background"), ping, Self("manifest"), Self("longdesc"), Self("codebase"),
    Self("classid"), Self("archive"), Self("lowsrc"), Self("dynsrc"), Self("profile"), Self("attributionsrc"),
  ]
}
