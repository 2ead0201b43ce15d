import Espalier

/// A kind of plant in the plan. People may move it, and delete it unless it must stay.
struct Planting: Content, Identifiable {
  let id: Int
  var name: String
  var count: Int
  var place: String
  var isWatered = false
  /// Why nobody may delete it; empty for most.
  var stays = ""

  var traits: RowTraits { RowTraits(canDelete: stays.isEmpty, canMove: true) }

  var html: HTML {
    """
    <span class="avatar tone-\(id % 9)" aria-hidden="true">\(count)</span>\
    <div class="said"><p><strong>\(name)</strong></p>\
    <p class="note">\(place)\(isWatered ? ", watered" : "")\(stays.isEmpty ? "" : ". \(stays)")</p></div>
    """
  }

  static let start = [
    Planting(id: 0, name: "Broad beans", count: 12, place: "south wall"),
    Planting(id: 1, name: "Asparagus", count: 5, place: "long bed", stays: "It stays for twenty years."),
    Planting(id: 2, name: "Leeks", count: 24, place: "long bed", isWatered: true),
    Planting(id: 3, name: "Sweet peas", count: 8, place: "by the gate"),
    Planting(id: 4, name: "Rhubarb", count: 2, place: "north corner"),
  ]

  private static let others = ["Chard", "Garlic", "Kohlrabi", "Lovage", "Nasturtium", "Parsnips", "Radishes", "Sorrel"]

  /// The plant that the insert row adds.
  static func new(_ id: Int) -> Planting {
    Planting(id: id, name: others[(id % others.count + others.count) % others.count], count: 1, place: "cold frame")
  }
}

/// What has happened last, below the plan.
struct PlantingSummary: Content {
  var text = "51 plants in the plan."
  var html: HTML { "<output>\(text)</output>" }
}
