/// The movement of a damped spring from 0 to 1, in steps of equal length: the points of a `linear()` function of CSS.
struct SpringCurve {
  /// The damping ratio: 1 does not swing.
  private let damping: Double
  /// The spring is at rest if its place and its speed are this near: on a way of 1,000 pixels it is one.
  private static let rest = 0.001
  /// The time from one place to the next, where one swing without damping takes 2π.
  private static let step = 0.4

  init(bounce: Double) { damping = 1 - (bounce.isNaN ? 0 : min(0.8, max(0, bounce))) }

  /// The place after each step, until the spring is at rest.
  var places: [Double] {
    var (distance, speed, places) = (-1.0, 0.0, [0.0])
    while max(abs(distance), abs(speed)) > Self.rest {
      (distance, speed) = step(from: distance, speed)
      places.append(1 + distance)
    }
    places[places.count - 1] = 1
    return places
  }

  /// The distance from the target and the speed one step later, by their Taylor series: of the derivatives of the distance,
  /// each follows from the two before it.
  private func step(from distance: Double, _ speed: Double) -> (distance: Double, speed: Double) {
    var result = (distance: 0.0, speed: 0.0)
    var (derivative, next, factor) = (distance, speed, 1.0)
    for term in 1...16 {
      result.distance += derivative * factor
      result.speed += next * factor
      (derivative, next) = (next, -derivative - 2 * damping * next)
      factor *= Self.step / Double(term)
    }
    return result
  }
}
