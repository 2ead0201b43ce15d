/// The numbers of layouts as classes: a strict content security policy leaves no room for style attributes.
///
/// A number is the sum of its classes: 345 is `e-h-300 e-h-45`. So each whole number within the limits is exact, and the
/// style sheet needs rules for the hundreds and for what is below a hundred only. Of the custom property that they set,
/// `/espalier/layout.css` makes lengths.
///
/// | what | from | to |
/// | --- | --- | --- |
/// | a height, a width | 0 | 9,999 |
/// | a margin, an interval, an offset | 0 | 999 |
/// | the thickness of a line | 0 | 99 |
/// | columns | 1 | 12 |
///
/// A number beyond its limits counts as the nearest within, and is reported: `Diagnostic.beyondLimits`.
public struct LayoutNumber: Sendable, Hashable {
  /// The name: `h` is the class `e-h-45` and the custom property `--e-h`.
  let name: String
  /// What the number is called where it is said.
  let field: String
  /// What it can be.
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
  static let offset = LayoutNumber("offset", "hoverOffset")
  static let stack = LayoutNumber("stack", "the size of all pinned rows", 0...1_999)
  static let below = LayoutNumber("below", "the size of the pinned rows before it", 0...1_999)
  static let rule = LayoutNumber("rule", "separator.thickness", 0...99)

  static let all = [
    height, width, top, bottom, left, right, across, down, columns, offset, stack, below, rule,
  ]

  /// The number that counts instead of this one: itself, if it is within the limits.
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
  /// The rules of `/espalier/numbers.css`: one for each class, and one for each name that adds them up.
  public static var styleSheet: String { all.map(\.rules).joined() }

  private var rules: String {
    if limits.upperBound < 100 { return limits.map { rule($0, sets: "--e-\(name)") }.joined() }
    let (ones, hundreds) = ("--e-\(name)-1", "--e-\(name)-100")
    // What is inside has the sum, and none of the parts: its own number may have only one of them.
    let parts = [ones, hundreds].map { "@property \($0){syntax:\"<number>\";inherits:false;initial-value:0}\n" }
    let sum = "[class*=\" e-\(name)-\"]{--e-\(name):calc(var(\(ones)) + var(\(hundreds)))}\n"
    return parts.joined() + sum + (1...99).map { rule($0, sets: ones) }.joined()
      + stride(from: 100, through: limits.upperBound, by: 100).map { rule($0, sets: hundreds) }.joined()
  }

  private func rule(_ part: Int, sets property: String) -> String { ".\(className(part)){\(property):\(part)}\n" }
}
