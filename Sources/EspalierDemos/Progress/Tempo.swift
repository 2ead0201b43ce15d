import Espalier

/// The duration and the curve of the bar's animation.
struct Tempo: Codable, Equatable {
  enum Time: String, Codable, CaseIterable {
    case short = "0.3 s"
    case second = "1 s"
    case long = "3 s"

    var duration: Duration {
      switch self {
      case .short: .milliseconds(300)
      case .second: .seconds(1)
      case .long: .seconds(3)
      }
    }

    var code: String { self == .short ? ".milliseconds(300)" : ".seconds(\(duration.components.seconds))" }
  }

  enum Bend: String, Codable, CaseIterable {
    case linear = "Linear"
    case ease = "Ease"
    case easeIn = "Ease in"
    case easeOut = "Ease out"
    case easeInOut = "Ease in-out"
    case over = "Overshoot"

    var curve: Animations.Curve {
      switch self {
      case .linear: .linear
      case .ease: .ease
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .easeInOut: .easeInOut
      case .over: .bezier(0.34, 1.4, 0.64, 1)
      }
    }

    var code: String { self == .over ? ".bezier(0.34, 1.4, 0.64, 1)" : ".\(self)" }

    /// The two control points of the Bézier curve, in percent of time and progress.
    var points: (x1: Int, y1: Int, x2: Int, y2: Int) {
      switch self {
      case .linear: (0, 0, 100, 100)
      case .ease: (25, 10, 25, 100)
      case .easeIn: (42, 0, 100, 100)
      case .easeOut: (0, 0, 58, 100)
      case .easeInOut: (42, 0, 58, 100)
      case .over: (34, 140, 64, 100)
      }
    }
  }

  var time = Time.second
  var bend = Bend.easeInOut

  var animations: Animations { Animations(duration: time.duration, curve: bend.curve) }

  /// The same as Swift code.
  var code: String { "bar.setState(animations: Animations(duration: \(time.code), curve: \(bend.code))) { … }" }
}
