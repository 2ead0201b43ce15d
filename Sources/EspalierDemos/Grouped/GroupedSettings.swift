/// The settings.
struct Settings: Sendable {
  enum Watering: String, CaseIterable, Sendable {
    case daily = "Every day"
    case rarely = "Every third day"
    case rain = "When it rains"

    var meaning: String {
      switch self {
      case .daily: "Next watering: tomorrow at 6:00."
      case .rarely: "Next watering: Thursday at 6:00."
      case .rain: "No watering is planned."
      }
    }
  }

  var watering = Watering.daily
  var notices = true
  var sound = false
}
