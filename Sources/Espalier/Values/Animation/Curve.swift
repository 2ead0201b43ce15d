extension Animations {
  /// A timing curve as in CSS: how an animation progresses over its duration.
  public struct Curve: Sendable, Hashable {
    /// The CSS easing function: its name or its full notation.
    let word: String

    private init(word: String) { self.word = word }

    /// Constant speed.
    public static let linear = Curve(word: "linear")
    /// Accelerates quickly, then slows down.
    public static let ease = Curve(word: "ease")
    /// Slow at the start.
    public static let easeIn = Curve(word: "ease-in")
    /// Slow at the end.
    public static let easeOut = Curve(word: "ease-out")
    /// Slow at the start and at the end.
    public static let easeInOut = Curve(word: "ease-in-out")

    /// A cubic Bezier curve from (0, 0) to (1, 1) with two control points: x is time, y is progress.
    ///
    /// `x1` and `x2` are clamped to 0…1, because time runs forward. Progress may overshoot, by up to `steepest` in both
    /// directions. NaN counts as 0. All numbers are rounded to three decimals.
    public static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Curve {
      let (time, progress) = (0.0...1.0, -steepest...steepest)
      let numbers = [(x1, time), (y1, progress), (x2, time), (y2, progress)].map { thousandths($0, in: $1) }
      return Curve(word: "cubic-bezier(\(numbers.joined(separator: ",")))")
    }

    /// The limit of a control point's y value, positive and negative.
    package static let steepest = 10.0

    /// The shortest notation of a number, without leading and trailing zeros.
    private static func thousandths(_ number: Double, in range: ClosedRange<Double>) -> String {
      let inside = number.isNaN ? 0 : min(max(number, range.lowerBound), range.upperBound)
      let all = Int((inside * 1000).rounded())
      let (whole, part) = all.magnitude.quotientAndRemainder(dividingBy: 1000)
      var digits = String(String(part + 1000).dropFirst())
      while digits.last == "0" { digits.removeLast() }
      let point = digits.isEmpty ? "" : "." + digits
      return (all < 0 ? "-" : "") + (whole == 0 && part != 0 ? "" : "\(whole)") + point
    }
  }
}
