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
    case spring = "Spring"

    var curve: Animations.Curve {
      switch self {
      case .linear: .linear
      case .ease: .ease
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .easeInOut: .easeInOut
      case .over: .bezier(0.34, 1.4, 0.64, 1)
      case .spring: .spring(bounce: 0.5)
      }
    }

    var code: String {
      switch self {
      case .over: ".bezier(0.34, 1.4, 0.64, 1)"
      case .spring: ".spring(bounce: 0.5)"
      default: ".\(self)"
      }
    }

    /// The curve as an SVG path from the lower left corner of a square of 100 to the upper right one.
    var path: String {
      switch self {
      case .linear: "M0 100L100 0"
      case .ease: "M0 100C25 90 25 0 100 0"
      case .easeIn: "M0 100C42 100 100 0 100 0"
      case .easeOut: "M0 100C0 100 58 0 100 0"
      case .easeInOut: "M0 100C42 100 58 0 100 0"
      case .over: "M0 100C34 -40 64 0 100 0"
      case .spring: "M0 100C8 75 14 -16 27 -16S41 3 54 3S72 0 100 0"
      }
    }
  }

  var time = Time.second
  var bend = Bend.easeInOut

  var animations: Animations { Animations(duration: time.duration, curve: bend.curve) }

  /// The same as Swift code.
  var code: String { "bar.setState(animations: Animations(duration: \(time.code), curve: \(bend.code))) { … }" }
}
