import Espalier

/// What the page heard last, and how its rows look.
struct BirdBar: Content {
  /// Styles for each state of a row.
  enum Look: String, Codable, CaseIterable {
    case calm, lively, lines

    var name: String {
      switch self {
      case .calm: "Calm"
      case .lively: "Lively"
      case .lines: "Lines"
      }
    }

    var styles: [Highlighting.State: Set<Highlighting.Style>] {
      switch self {
      case .calm: [.hovered: [.tint], .focused: [.ring], .highlighted: [.tint, .bar], .selected: [.bar]]
      case .lively:
        [.hovered: [.lift], .pressed: [.shrink], .focused: [.lift, .ring], .highlighted: [.grow, .tint, .lift]]
      case .lines: [.hovered: [.bar], .pressed: [.ring], .focused: [.ring], .highlighted: [.ring], .selected: [.ring]]
      }
    }
  }

  static let choose = Event<Look>("choose")
  static let call = Event<NoData>("call")
  static let stay = Event<Bool>("stay")

  var look = Look.calm
  var staysSelected = false
  var news = "Press a bird to hear it."

  var html: HTML {
    """
    <p><output>\(news)</output></p>\
    <div class="switch" role="group" aria-label="How the rows look">\(Look.allCases.map(button))</div>\
    <p class="buttons"><button class="primary" \(Self.call)>Call a bird</button>\
    <button class="quiet" aria-pressed="\(staysSelected)" \(Self.stay, sends: !staysSelected)>Stay selected</button></p>
    """
  }

  private func button(_ choice: Look) -> HTML {
    "<button aria-pressed=\"\(choice == look)\" \(Self.choose, sends: choice)>\(choice.name)</button>"
  }
}

/// A bird and its song.
struct Bird: Content, Identifiable {
  let name: String
  let song: String

  var id: String { name.lowercased() }

  var html: HTML {
    "<span class=\"dot tone-\(tone)\"></span><strong>\(name)</strong> <span class=\"note\">\(song)</span>"
  }

  private var tone: Int { name.utf8.reduce(0) { $0 + Int($1) } % 9 }

  static let all = [
    Bird(name: "Blackbird", song: "a slow flute"), Bird(name: "Robin", song: "a thin silver thread"),
    Bird(name: "Wren", song: "a loud rattle"), Bird(name: "Great tit", song: "teacher, teacher"),
    Bird(name: "Chiffchaff", song: "its own name"), Bird(name: "Chaffinch", song: "a fall with a flourish"),
    Bird(name: "Cuckoo", song: "two notes, the second lower"), Bird(name: "Wood pigeon", song: "five soft notes"),
    Bird(name: "Goldfinch", song: "small bells"), Bird(name: "Starling", song: "whatever it has heard"),
  ]
}
