/// The markup of one cell: static pieces and, between them, slots that hold escaped values.
///
/// Written as a string literal. Every interpolation is a slot, escaped for its position in the markup:
///
/// ```swift
/// let name = "<Ann>"
/// let html: HTML = "<p class=\"person\">\(name)</p>"     // <p class="person">&lt;Ann&gt;</p>
/// ```
///
/// Two values with the same static pieces have the same *shape*. A change between them sends only the slots that
/// differ.
public struct HTML: Sendable, Hashable {
  /// All bytes, static pieces and slots, in order. Places that depend on the cell's address are empty slots.
  var bytes: [UInt8] = []
  /// Where the slots are, in order and without overlap.
  var slots: [Slot] = []
  /// The names of the attributes in the `flag` slots, in order.
  var flags: [String] = []
  /// The controls that send events, in order of appearance.
  package internal(set) var controls: [Control] = []
  /// Why this markup is unsafe or unusable, which the renderer reports; nil if it is usable.
  package internal(set) var fault: String?
  /// Where the program made it, if that alone determines its shape.
  var place = Place()

  /// The number of a `LiteralPlace`; 0 if there is none. It is no part of the value: all places are equal.
  struct Place: Sendable, Hashable {
    var number = 0

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// One dynamic part of the bytes.
  struct Slot: Sendable, Hashable {
    enum Kind: UInt8 { case value, buttonTarget, formTarget, flag }
    var start: UInt32
    var end: UInt32
    /// `value`: an escaped text. `buttonTarget` and `formTarget`: empty here; a dialect inserts the URL of the cell's
    /// events, which may have one more parameter in a form. `flag`: an attribute that is present or absent.
    var kind: Kind

    var range: Range<Int> { Int(start)..<Int(end) }
    var isTarget: Bool { kind == .buttonTarget || kind == .formTarget }
  }

  /// Markup without any content.
  public init() {}

  /// Trusted markup, without slots.
  package init(_ raw: RawHTML) { bytes = Array(raw.source.utf8) }

  /// Whether the markup is empty.
  package var isEmpty: Bool { bytes.isEmpty }

  /// The markup as text, without the URLs of its controls.
  public var source: String { String(decoding: bytes, as: UTF8.self) }
}

extension HTML: CustomStringConvertible {
  /// The markup as text, like `source`.
  public var description: String { source }
}

extension HTML {
  /// The beginning of the attribute before the slot of a button's target.
  static let buttonTarget = "formaction=\""

  /// The number of buttons that send events.
  package var buttons: Int { slots.count { $0.kind == .buttonTarget } }

  /// Whether both have the same static pieces and the same kinds of slots in between.
  func hasShape(of other: HTML) -> Bool {
    if place.number > 0 && place.number == other.place.number { return true }
    guard slots.count == other.slots.count, flags == other.flags else { return false }
    var (mine, theirs) = (0, 0)
    for (slot, otherSlot) in zip(slots, other.slots) {
      guard slot.kind == otherSlot.kind,
        bytes[mine..<Int(slot.start)].elementsEqual(other.bytes[theirs..<Int(otherSlot.start)])
      else { return false }
      (mine, theirs) = (Int(slot.end), Int(otherSlot.end))
    }
    return bytes[mine...].elementsEqual(other.bytes[theirs...])
  }

  /// The static pieces with a mark between them. They identify the shape.
  var statics: [UInt8] {
    var statics: [UInt8] = []
    var position = 0
    for slot in slots {
      statics.append(contentsOf: bytes[position..<Int(slot.start)])
      statics.append(slot.kind.rawValue)
      position = Int(slot.end)
    }
    statics.append(contentsOf: bytes[position...])
    for flag in flags { statics.append(" \(flag)") }
    return statics
  }

  /// The indices of the slots whose values differ; both must have the same shape.
  func changedSlots(from old: HTML) -> [Int] {
    zip(slots, old.slots).enumerated().compactMap { index, pair in
      bytes[pair.0.range].elementsEqual(old.bytes[pair.1.range]) ? nil : index
    }
  }
}

extension [UInt8] {
  /// Appends a cell's markup and completes the URLs of its controls: it inserts the beginning for buttons or forms,
  /// then the cell's address. The event's name already follows in the markup. The next `named` buttons name the form of
  /// the page, and so does each button inside a form of the cell, which would otherwise belong to that form.
  mutating func append(html: HTML, buttons: String, forms: String, cell: String, named: inout Int) {
    var position = 0
    var isInForm = false
    for slot in html.slots where slot.isTarget {
      if isInForm { isInForm = !html.bytes[position..<Int(slot.start)].contains(formEnd) }
      if slot.kind == .formTarget { isInForm = true }
      if slot.kind == .buttonTarget && (named > 0 || isInForm) {
        named = Swift.max(0, named - 1)
        let attribute = Int(slot.start) - HTML.buttonTarget.utf8.count
        append(contentsOf: html.bytes[position..<attribute])
        append("form=\"\(WireName.form)\" ")
        position = attribute
      }
      append(contentsOf: html.bytes[position..<Int(slot.start)])
      append(slot.kind == .formTarget ? forms : buttons)
      append(cell)
      position = Int(slot.end)
    }
    if position == 0 { append(contentsOf: html.bytes) } else { append(contentsOf: html.bytes[position...]) }
  }
}

private let formEnd = Array("</form".utf8)
