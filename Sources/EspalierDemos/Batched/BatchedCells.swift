import Espalier

/// Paint for the garden bench: a colour with three parts, and buttons that write them.
struct Blend: Content {
  static let press = Event<Way>("press")

  enum Way: String, Codable, CaseIterable {
    case one, three, back, nothing

    var title: String {
      switch self {
      case .one: "Add red"
      case .three: "Add all three"
      case .back: "Add red and undo"
      case .nothing: "Add nothing"
      }
    }
  }

  var red = 80
  var green = 130
  var blue = 60

  var html: HTML {
    let buttons = Way.allCases.map { way in
      "<button class=\"\(way == .three ? "primary" : "quiet")\" \(Self.press, sends: way)>\(way.title)</button>" as HTML
    }
    return """
      <figure class="colour"><svg viewBox="0 0 16 5" aria-hidden="true"><rect width="16" height="5" rx=".4" \
      fill="rgb(\(red) \(green) \(blue))"/></svg>\
      <figcaption><output>Bench paint: red \(red), green \(green), blue \(blue)</output></figcaption></figure>\
      <div class="buttons">\(buttons)</div>
      """
  }
}
