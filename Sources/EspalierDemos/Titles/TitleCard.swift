import Espalier

/// A card with a title and a subtitle.
struct TitleCard: Content, Identifiable {
  let id: Int
  var html: HTML { "<strong>Title \(id)</strong><span class=\"note\">Subtitle \(id)</span>" }
}

/// The header of the cards, with a switch for their order.
struct TitleHeader: Content {
  static let reverse = Event<Bool>("reverse")
  var isReversed = false

  var html: HTML {
    """
    <h2>30 cards</h2>\
    <button class="quiet" aria-pressed="\(isReversed)" \(Self.reverse, sends: !isReversed)>Last first</button>
    """
  }
}
