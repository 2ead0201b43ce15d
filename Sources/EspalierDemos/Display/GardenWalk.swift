/// The places of a walk through a garden, and the things in each place.
enum GardenWalk {
  static let places: [(name: String, things: [String])] = [
    ("Rose walk", ["Climbing rose", "Lavender", "Box hedge", "Stone bench"]),
    ("Kitchen garden", ["Leeks", "Rhubarb", "Runner beans", "Herb spiral"]),
    ("Orchard", ["Cox apple", "Mirabelle", "Winter pear", "Beehives"]),
    ("Pond", ["Water lily", "Reeds", "Willow", "Frog stone"]),
    ("Meadow", ["Daisies", "Knapweed", "Red clover", "Mown path"]),
    ("Greenhouse", ["Tomatoes", "Peppers", "Fig", "Seed trays"]),
  ]

  /// The name of a place, by the number of its section.
  static func name(of section: Int) -> String { places[section - 1].name }

  /// The name of a thing, by the numbers of its section and its cell.
  static func name(of cell: Int, in section: Int) -> String { places[section - 1].things[cell - 1] }
}
