import EspalierHTTP

extension Duration {
  /// A random duration of a range, to the millisecond, evenly distributed.
  static func random(in range: ClosedRange<Duration>, using generator: inout some RandomNumberGenerator) -> Duration {
    let bounds = Int(range.lowerBound / .milliseconds(1))...Int(range.upperBound / .milliseconds(1))
    return .milliseconds(Int.random(in: bounds, using: &generator))
  }
}
