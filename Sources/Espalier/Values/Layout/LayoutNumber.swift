/// The numbers of layouts as CSS classes, because a strict content security policy forbids style attributes.
///
/// A number is the sum of its classes: 345 is `e-h-300 e-h-45`. So every whole number within the limits is exact, and
/// the style sheet needs rules only for the hundreds and for the numbers below one hundred. A page links the rules of
/// the classes that it uses. The rules set a custom property, which `layout.css` turns into a length.
///
/// | what | from | to |
/// | --- | --- | --- |
/// | a height, a width | 0 | 9,999 |
/// | a margin, an interval, an offset | 0 | 999 |
/// | the thickness of a line | 0 | 99 |
/// | columns | 1 | 12 |
///
/// A number beyond its limits is clamped and reported as `Diagnostic.beyondLimits`.
package struct LayoutNumber: Sendable, Hashable {
  /// The name: `h` is the class `e-h-45` and the custom property `--e-h`.
  let name: String
  /// The name of the number in the API, for diagnostics.
  let field: String
  /// The allowed range.
  let limits: ClosedRange<Int>

  private init(_ name: String, _ field: String, _ limits: ClosedRange<Int> = 0...999) {
    self.name = name
    self.field = field
    self.limits = limits
  }

  static let height = LayoutNumber("h", "height", 0...9_999)
  static let width = LayoutNumber("w", "width", 0...9_999)
  static let top = LayoutNumber("top", "margins.top")
  static let bottom = LayoutNumber("bottom", "margins.bottom")
  static let left = LayoutNumber("left", "margins.left")
  static let right = LayoutNumber("right", "margins.right")
  static let across = LayoutNumber("across", "intervals.across")
  static let down = LayoutNumber("down", "intervals.down")
  static let columns = LayoutNumber("columns", "columns", 1...12)
  static let offset = LayoutNumber("offset", "stickyOffset")
  static let stack = LayoutNumber("stack", "the size of all pinned rows", 0...1_999)
  static let below = LayoutNumber("below", "the size of the pinned rows before it", 0...1_999)
  static let rule = LayoutNumber("rule", "separator.thickness", 0...99)

  static let all = [
    height, width, top, bottom, left, right, across, down, columns, offset, stack, below, rule,
  ]

  /// The number, clamped to the limits.
  func within(_ number: Int) -> Int { min(max(number, limits.lowerBound), limits.upperBound) }

  /// The classes of a number.
  func classes(of number: Int) -> [String] {
    let number = within(number)
    let ones = number % 100
    if number == ones { return [className(ones)] }
    return [className(number - ones)] + (ones == 0 ? [] : [className(ones)])
  }

  private func className(_ part: Int) -> String { "e-\(name)-\(part)" }
}

extension LayoutNumber {
  /// The rules of all classes, one per line.
  package static var allRules: String { all.flatMap(\.parts).joined() }

  /// The rules of these classes, one per line. Ignores words that are not the class of a number.
  package static func rules(for classes: some Sequence<some StringProtocol>) -> String {
    classes.map { rule(for: $0) ?? "" }.joined()
  }

  /// The style sheets that only pages with an element of a class load, by the class.
  package static let sheets = [
    "e-dialog": "dialog.css", "e-table": "table.css", "e-movable": "reordering.css",
    "e-foldable": "folding.css", "e-highlight": "highlight.css", "e-swipe": "swipes.css",
    "e-flow": "arrangements.css", "e-grid": "arrangements.css", "e-strip": "arrangements.css",
    "e-waterfall": "arrangements.css", "e-page": "tools.css", "e-part": "parts.css", "e-tools": "tools.css",
  ]

  /// The classes of numbers in markup, such as `e-h-45`, and those of `sheets`. The result may include words of a
  /// text that look like one. Cost: linear in the bytes.
  package static func classes(in markup: [UInt8]) -> Set<String> {
    var found: Set<[UInt8]> = []
    let (blank, quote) = (UInt8(ascii: " "), UInt8(ascii: "\""))
    let (letter, dash) = (UInt8(ascii: "e"), UInt8(ascii: "-"))
    unsafe markup.withUnsafeBufferPointer { bytes in
      // One of the first two bytes of a word is at an even position.
      var index = 2
      while index < bytes.count {
        let byte = unsafe bytes[index]
        let start = byte == dash ? index - 1 : index
        index += 2
        guard byte == dash || byte == letter, start + 1 < bytes.count else { continue }
        guard unsafe bytes[start] == letter && bytes[start + 1] == dash else { continue }
        guard unsafe bytes[start - 1] == blank || bytes[start - 1] == quote else { continue }
        let (digits, letters) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"))
        let word = markup[start...].prefix { $0 == dash || digits.contains($0) || letters.contains($0) }
        if word.count <= 16 { found.insert(Array(word)) }
      }
    }
    return Set(found.map { String(decoding: $0, as: UTF8.self) }.filter { sheets[$0] != nil || rule(for: $0) != nil })
  }

  /// Whether a number of this name is the sum of its classes.
  var isSum: Bool { limits.upperBound >= 100 }

  /// The rules that add up the classes. Every page needs them, so they are in `layout.css`.
  var sumRules: [String] {
    guard isSum else { return [] }
    // Elements inside inherit the sum but not the parts, because their own number may have only one of the parts.
    let parts = ["--e-\(name)-1", "--e-\(name)-100"]
    return parts.map { "@property \($0) { syntax: \"<number>\"; inherits: false; initial-value: 0; }" }
      + ["[class*=\" e-\(name)-\"] { --e-\(name): calc(var(\(parts[0])) + var(\(parts[1]))); }"]
  }

  private static func rule(for word: some StringProtocol) -> String? {
    let parts = word.split(separator: "-")
    guard parts.count == 3, parts[0] == "e", let number = all.first(where: { $0.name == parts[1] }),
      let part = Int(parts[2]), number.className(part) == word, number.has(part)
    else { return nil }
    return number.rule(part)
  }

  private var parts: [String] {
    guard isSum else { return limits.map(rule) }
    return (1...99).map(rule) + stride(from: 100, through: limits.upperBound, by: 100).map(rule)
  }

  /// Whether there is a rule for this part of a number.
  private func has(_ part: Int) -> Bool {
    limits.contains(part) && (!isSum || (part > 0 && (part < 100 || part % 100 == 0)))
  }

  private func rule(_ part: Int) -> String {
    ".\(className(part)){--e-\(name)\(!isSum ? "" : part < 100 ? "-1" : "-100"):\(part)}\n"
  }
}
