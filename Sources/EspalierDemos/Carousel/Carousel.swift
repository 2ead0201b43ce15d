import Espalier

/// Pictures in a strip that snaps. Buttons of a form choose where a picture stops, and links lead to each picture.
final class Carousel: ContainerModel {
  private let slides = ContainerModel(id: "slides")
  private let chips = CellModel(Chips(Carousel.places.map(\.name)))

  private static let places: [(name: String, snap: Layout.Snap)] = [
    ("Start", .start), ("Middle", .center), ("End", .end),
  ]

  private var place = "Middle" { didSet { snap() } }

  override func didLoad() {
    header = chips
    add(slides)
    slides.add((1...9).map { Slide(id: $0) })
    footer = CellModel(SlideLinks(count: 9))
    persist(\.place, as: "place")
    snap()
    on(Chips.press) { list, name in
      if Self.places.contains(where: { $0.name == name }) { list.place = name }
    }
  }

  private func snap() {
    chips.content.pressed = [place]
    slides.layout = .strip.snapping(Self.places.first { $0.name == place }?.snap ?? .center)
  }
}

/// A picture with its number.
struct Slide: Content, Identifiable {
  let id: Int
  var placement: Layout.Placement { .init(width: .fixed(300), height: .fixed(200)) }
  private static let names = [
    "Alder Brook", "Barley Hill", "Clover Down", "Dry Combe", "Elder Gate", "Fern Bank", "Gorse Ridge", "Hazel Dale",
    "Iris Water",
  ]

  /// A picture takes the focus, so that the keyboard can scroll the strip.
  var html: HTML {
    """
    <figure class="slide" tabindex="0">\(Landscape(number: 40 + id).html)<figcaption>\(Self.names[id - 1])</figcaption></figure>
    """
  }
}

/// A link to each picture. Without JavaScript the browser follows it, too.
struct SlideLinks: Content {
  var count: Int
  var html: HTML {
    let links = (1...count).map { "<li><a href=\"#slides/\($0)\">\($0)</a></li>" as HTML }
    return "<nav aria-label=\"Pictures\"><ol class=\"slide-links\">\(links)</ol></nav>"
  }
}
