/// The numbers of layouts as classes: a strict content security policy leaves no room for style attributes.
///
/// Each class sets one custom property, of which `/espalier/list.css` makes lengths. Up to a bound each whole number has
/// its rule; from there on every fourth, up to a greatest, and a number between two of them counts as the greater.
public struct LayoutNumber: Sendable, Hashable {
  /// The name: `h` is the class `e-h-120` and the custom property `--e-h`.
  let name: String
  /// Each whole number up to here has a rule.
  private let exact: Int
  private let greatest: Int

  private init(_ name: String, exact: Int = 40, greatest: Int = 200) {
    self.name = name
    self.exact = exact
    self.greatest = greatest
  }

  static let height = LayoutNumber("h", exact: 200, greatest: 800)
  static let width = LayoutNumber("w", exact: 200, greatest: 800)
  static let top = LayoutNumber("top")
  static let bottom = LayoutNumber("bottom")
  static let left = LayoutNumber("left")
  static let right = LayoutNumber("right")
  static let across = LayoutNumber("across")
  static let down = LayoutNumber("down")
  static let columns = LayoutNumber("columns", exact: 12, greatest: 12)
  static let offset = LayoutNumber("offset")
  static let stack = LayoutNumber("stack")
  static let below = LayoutNumber("below")
  static let rule = LayoutNumber("rule", exact: 20, greatest: 20)

  static let all = [
    height, width, top, bottom, left, right, across, down, columns, offset, stack, below, rule,
  ]

  /// The number that has a rule and stands for this one.
  func value(for number: Int) -> Int {
    let number = min(max(0, number), greatest)
    return number <= exact ? number : min(greatest, (number + 3) / 4 * 4)
  }

  /// The class of a number.
  func className(of number: Int) -> String { "e-\(name)-\(value(for: number))" }

  /// The rules, one for each class of each name.
  public static var styleSheet: String { all.map(\.rules).joined() }

  private var rules: String {
    ((0...exact).map(\.self) + stride(from: exact + 4, through: greatest, by: 4))
      .map { ".\(className(of: $0)){--e-\(name):\($0)}\n" }.joined()
  }
}
