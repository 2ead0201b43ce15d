import Espalier

/// 300 texts of random lengths, each as large as it is, in five appearances of a list or at the right.
final class Appearances: ContainerModel {
  private static let words = "ash beech elm fir hazel juniper lime maple oak pine rowan willow".split(separator: " ")
  private let bar = CellModel(AppearanceBar())

  private var look: AppearanceBar.Look {
    get { bar.content.look }
    set {
      bar.content.look = newValue
      layout = newValue == .right ? .flow.intervals(8) : .list
    }
  }

  override func didLoad() {
    header = bar
    // Everybody sees the same texts, as after a restart.
    add(
      (1...300).map { id in
        let words = (0..<1 + id * 37 % 24).map { Self.words[(id * 7 + $0 * (5 + id % 2 * 2)) % 12] }
        return RandomText(id: id, text: words.joined(separator: " "))
      })
    persist(\.look, as: "look")
    on(AppearanceBar.choose) { $0.look = $1 }
  }
}

/// The choice of the appearance. The style sheet shows the list as the bar says.
struct AppearanceBar: Content {
  enum Look: String, Codable, Sendable, CaseIterable { case plain, grouped, inset, sidebar, cards, right }
  static let choose = Event<Look>("choose")
  var look = Look.plain

  var html: HTML {
    let buttons = Look.allCases.map { look in
      "<button \(Self.choose, sends: look) aria-pressed=\"\(look == self.look)\">\(look.rawValue)</button>" as HTML
    }
    return "<p class=\"switch\" data-look=\"\(look.rawValue)\">\(buttons)</p>"
  }
}

/// A text of one to 24 words.
struct RandomText: Content, Identifiable {
  let id: Int
  var text: String
  var html: HTML { "<span>\(text)</span>" }
}
