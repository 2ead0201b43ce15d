import Espalier

/// The day's task and how far it is.
struct WateringTitle: Content {
  var progress: WateringList.Progress
  var html: HTML {
    """
    <h2>Watering</h2><progress max="\(progress.count)" value="\(progress.done)" aria-label="Watered"></progress>\
    <output>\(progress.done)/\(progress.count)</output>
    """
  }
}

/// One plant. Pressed when it has had its water.
struct WateringRow: Content, Identifiable {
  static let toggle = Event<String>("toggle", mustBe: "the name of a plant") { WateringList.plants.contains($0) }
  let id: String
  var isDone: Bool
  var html: HTML {
    "<button class=\"choice\" aria-pressed=\"\(isDone)\" \(Self.toggle, sends: id)><span>\(id)</span></button>"
  }
}

/// What the page around the widgets says of them.
struct WateringReport: Content {
  /// The number of the day that begins.
  static let begin = Event<Int>("begin", in: 1...WateringList.lastDay)
  var progress = WateringList.Progress()
  var html: HTML {
    let next = WateringList.day(after: progress.day)
    return "<p>\(sentence)</p><button class=\"quiet\" \(Self.begin, sends: next)>Begin the next day</button>"
  }

  private var sentence: String {
    switch progress.done {
    case 0: "Day \(progress.day): nothing is watered yet."
    case progress.count: "Day \(progress.day): all is watered."
    default: "Day \(progress.day): \(progress.done) of \(progress.count) are watered."
    }
  }
}
