extension Animations {
  /// A timing curve as in CSS: how an animation progresses over its duration.
  public enum Curve: Sendable, Hashable {
    /// Constant speed.
    case linear
    /// Accelerates quickly, then slows down.
    case ease
    /// Slow at the start.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at the start and at the end.
    case easeInOut
    /// A cubic Bezier curve from (0, 0) to (1, 1) with two control points, x1, y1, x2 and y2: x is time, y is progress.
    ///
    /// `x1` and `x2` are clamped to 0…1, because time runs forward. Progress may overshoot, by up to `steepest` in both
    /// directions. NaN counts as 0. All numbers are rounded to three decimals.
    case bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
    /// The movement of a spring, which is at rest at the end of the duration. `bounce` says how far it swings past its
    /// target: 0 for not at all, at most 0.8. Other numbers are clamped, and NaN counts as 0.
    case spring(bounce: Double = 0.3)

    /// The CSS easing function: its name or its full notation.
    var word: String {
      switch self {
      case .linear: return "linear"
      case .ease: return "ease"
      case .easeIn: return "ease-in"
      case .easeOut: return "ease-out"
      case .easeInOut: return "ease-in-out"
      case .bezier(let x1, let y1, let x2, let y2):
        let (time, progress) = (0.0...1.0, -Self.steepest...Self.steepest)
        let numbers = [(x1, time), (y1, progress), (x2, time), (y2, progress)].map { Self.thousandths($0, in: $1) }
        return "cubic-bezier(\(numbers.joined(separator: ",")))"
      case .spring(let bounce):
        let places = SpringCurve(bounce: bounce).places
        return "linear(\(places.map { Self.thousandths($0, in: -2...2) }.joined(separator: ",")))"
      }
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
