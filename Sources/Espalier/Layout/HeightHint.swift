/// Row heights as classes: a strict content security policy leaves no room for style attributes.
///
/// A hint is at least so many CSS pixels. Up to 200 each whole number has its rule; from there on every fourth up to
/// 800, and a hint between two of them counts as the greater.
public enum HeightHint {
  /// The height that has a rule: the next one up, 800 at most; nil for hints that say nothing.
  public static func rule(for hint: Int?) -> Int? {
    guard let hint, hint > 0 else { return nil }
    return hint <= 200 ? hint : min(800, (hint + 3) / 4 * 4)
  }

  /// The class of a row with such a height.
  static func className(of rule: Int) -> String { "e-h\(rule)" }

  /// The rules, one for each class.
  public static var styleSheet: String {
    ((1...200).map(\.self) + stride(from: 204, through: 800, by: 4))
      .map { ".\(className(of: $0)){min-height:\($0)px}\n" }.joined()
  }
}
