import Espalier

/// A card with a title and a subtitle.
struct TitleCard: Content, Identifiable {
  let id: Int
  var html: HTML {
    let kind = (id - 1) / 10
    return "<strong>\(Self.names[(id - 1) % 10]) \(Self.kinds[kind])</strong><span class=\"note\">Card \(id)</span>"
  }

  private static let kinds = ["apple", "pear", "plum"]
  private static let names = [
    "Early", "Golden", "Red", "Winter", "Sweet", "Long", "Green", "Russet", "Late", "Little",
  ]
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
