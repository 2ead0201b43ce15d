/// What is set.
struct Settings: Sendable {
  enum Watering: String, CaseIterable, Sendable {
    case daily = "Every day"
    case rarely = "Every third day"
    case rain = "When it rains"

    var meaning: String {
      switch self {
      case .daily: "Next time tomorrow at six."
      case .rarely: "Next time on Thursday at six."
      case .rain: "Leave it to the sky."
      }
    }
  }

  var watering = Watering.daily
  var notices = true
  var sound = false
}
