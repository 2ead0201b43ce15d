import Espalier

/// A coloured item.
struct Tile: Content, Identifiable {
  let id: Int
  var placement: Placement { .height(104) }
  var html: HTML { "<span class=\"tile tone-\(id % 9)\">\(id)</span>" }
}

/// The first item: a button that shows 54 items, or 9.
struct FirstTile: Content {
  var isOpen: Bool
  var toggle = Command.nop
  var placement: Placement { .height(104) }
  var html: HTML {
    """
    <button class="tile tone-1" aria-expanded="\(isOpen)" \(toggle)>1 <span>\(isOpen ? "show 9" : "show 54")</span>\
    </button>
    """
  }
}

/// The header of a collection: its title and a switch for the layout.
struct TilesHeader: Content {
  var title: String
  var arrangement: Arrangement
  var arrange = Command<Arrangement>.nop

  var html: HTML {
    """
    <h2>\(title)</h2><div class="switch" role="group" aria-label="Layout of \(title)">\
    \(Arrangement.allCases.map { choice in
      "<button aria-pressed=\"\(choice == arrangement)\" \(arrange, sends: choice)>\(choice.rawValue)</button>" as HTML
    })</div>
    """
  }
}
