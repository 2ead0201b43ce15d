import Espalier

/// The title of the list and the day's progress.
struct WateringTitle: Content {
  var progress: WateringList.Progress
  var html: HTML {
    """
    <h2>Watering</h2><progress max="\(progress.count)" value="\(progress.done)" aria-label="Watered"></progress>\
    <span class="note">\(progress.done)/\(progress.count)</span>
    """
  }
}

/// One plant. A press marks it as watered.
struct WateringRow: Content, Identifiable {
  static let toggle = Event<String>("toggle", mustBe: "the name of a plant") { WateringList.plants.contains($0) }
  let id: String
  var isDone: Bool
  var html: HTML {
    "<button class=\"choice\" aria-pressed=\"\(isDone)\" \(Self.toggle, sends: id)><span>\(id)</span></button>"
  }
}

/// The progress of the widgets, on the page around them.
struct WateringReport: Content {
  /// Starts the day with this number.
  static let begin = Event<Int>("begin", in: 1...WateringList.lastDay)
  var progress = WateringList.Progress()
  var html: HTML {
    let next = WateringList.day(after: progress.day)
    return """
      <p role="status">\(sentence)</p><button class="quiet" \(Self.begin, sends: next)>Start the next day</button>
      """
  }

  private var sentence: String {
    switch progress.done {
    case 0: "Day \(progress.day): no plant is watered yet."
    case progress.count: "Day \(progress.day): all plants are watered."
    default: "Day \(progress.day): \(progress.done) of \(progress.count) plants are watered."
    }
  }
}
