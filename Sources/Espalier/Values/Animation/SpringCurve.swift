/// The movement of a damped spring from 0 to 1, in steps of equal length: the points of a `linear()` function of CSS.
struct SpringCurve {
  /// The damping ratio: 1 does not swing.
  private let damping: Double
  /// The spring is at rest if its place and its speed are this near: on a way of 1,000 pixels it is one.
  private static let rest = 0.001
  /// The length of a step of the calculation, where one swing without damping takes 2π.
  private static let step = 0.01

  init(bounce: Double) { damping = 1 - (bounce.isNaN ? 0 : min(0.8, max(0, bounce))) }

  /// Enough points for each swing to look round.
  var places: [Double] {
    let all = movement
    let count = max(24, all.count / 40)
    let some = (0..<count).map { all[$0 * all.count / count] }
    return some + [1]
  }

  /// The place after each step, until the spring is at rest.
  private var movement: [Double] {
    var (place, speed, places) = (0.0, 0.0, [0.0])
    var lastMove = 0
    // A spring that swings for longer than this is at rest for the eye.
    while places.count - lastMove < 400, places.count < 10_000 {
      speed += (1 - place - 2 * damping * speed) * Self.step
      place += speed * Self.step
      places.append(place)
      if abs(place - 1) > Self.rest || abs(speed) > Self.rest { lastMove = places.count }
    }
    return Array(places.prefix(lastMove))
  }
}
