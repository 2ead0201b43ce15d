import Espalier

/// The name of a tray, and the number of its seedlings.
struct TrayTitle: Content {
  var name: String
  var count: Int
  var html: HTML { "<h2>\(name)</h2><span class=\"note\">\(count) \(count == 1 ? "seedling" : "seedlings")</span>" }
}

/// One seedling, in its pot.
struct Seedling: Content, Identifiable {
  let id: Int
  var name: String { Self.names[(id - 1) % Self.names.count] }
  var html: HTML { "<span class=\"pot tone-\(id % 9)\" aria-hidden=\"true\">\(id)</span><strong>\(name)</strong>" }

  private static let names = [
    "Tomato", "Chilli", "Basil", "Leek", "Celeriac", "Lettuce", "Cabbage", "Kale", "Fennel", "Chard", "Cucumber",
    "Pumpkin", "Courgette", "Melon", "Sweetcorn", "Runner bean", "Sunflower", "Zinnia", "Cosmos", "Snapdragon",
  ]
}

/// The only row of a tray without seedlings. Nobody can drag or select it, but seedlings can be dropped beside it.
struct EmptyTray: Content, Identifiable {
  static let id = "empty"
  var id: String { Self.id }
  var traits: RowTraits { RowTraits(canMove: false) }
  var html: HTML { "Nothing sown yet. Drop seedlings here." }
}

/// The last move, below the trays.
struct TrayNews: Content {
  var text = "Select seedlings and drag them to another tray."
  var html: HTML { "<output>\(text)</output>" }
}
