extension Animations {
  /// How a movement is spread over its time, as CSS has it.
  public struct Curve: Sendable, Hashable {
    /// The easing function's name in CSS, or the function itself.
    let word: String

    private init(word: String) { self.word = word }

    /// As fast at the end as at the start.
    public static let linear = Curve(word: "linear")
    /// Fast soon, then slower and slower.
    public static let ease = Curve(word: "ease")
    /// Slow at the start.
    public static let easeIn = Curve(word: "ease-in")
    /// Slow at the end.
    public static let easeOut = Curve(word: "ease-out")
    /// Slow at the start and at the end.
    public static let easeInOut = Curve(word: "ease-in-out")

    /// A cubic Bezier from (0, 0) to (1, 1), by its two points in between: time to the right, progress upwards.
    ///
    /// Time runs forward, so `x1` and `x2` are taken into 0…1. Progress may overshoot, up to `steepest` either way. A number
    /// that is none counts as 0, and all count to the thousandth.
    public static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Curve {
      let (time, progress) = (0.0...1.0, -steepest...steepest)
      let numbers = [(x1, time), (y1, progress), (x2, time), (y2, progress)].map { thousandths($0, in: $1) }
      return Curve(word: "cubic-bezier(\(numbers.joined(separator: ",")))")
    }

    /// How far above or below a curve's points may lie.
    package static let steepest = 10.0

    /// The shortest spelling: without a zero in front, or zeros behind.
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
