import Espalier

/// A flower of the catalogue: its number, its name and a colour.
struct Tile: Content, Identifiable {
  let id: Int
  var placement: Layout.Placement { .height(104) }
  var html: HTML { "<span class=\"tile tone-\(id % 9)\">\(id) <span>\(Self.names[id - 1])</span></span>" }

  static let names = """
    Aster Iris Tulip Crocus Dahlia Peony Lupin Poppy Rose Phlox Salvia Cosmos Zinnia Viola Pansy Stock Allium Anemone \
    Freesia Gladiolus Lily Muscari Narcissus Scilla Snowdrop Begonia Bellis Borage Calla Campion Canna Clover Daisy Erica \
    Foxglove Fuchsia Geum Heather Hebe Iberis Ixia Jasmine Lavender Flax Lobelia Mallow Nigella Orchid Petunia Primula \
    Statice Verbena Yarrow Woodruff
    """.split(separator: " ").map(String.init)
}

/// The first flower: a button that shows all flowers, or 9.
struct FirstTile: Content {
  var isOpen: Bool
  var toggle = Command.nop
  var placement: Layout.Placement { .height(104) }
  var html: HTML {
    """
    <button class="tile tone-1" aria-expanded="\(isOpen)" \(toggle)>1 <span>\(isOpen ? "Show 9" : "Show all")</span>\
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
