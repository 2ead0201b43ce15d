/// An item of the list. Items have three kinds.
enum MixedItem: Sendable {
  case text(id: Int, String)
  case colours(id: Int, count: Int)
  case user(name: String, place: String)

  /// The options of the switch.
  enum Kind: String, CaseIterable, Codable {
    case all, colours, text, users

    var title: String {
      switch self {
      case .all, .colours: rawValue
      case .text: "texts"
      case .users: "people"
      }
    }
  }

  var kind: Kind {
    switch self {
    case .text: .text
    case .colours: .colours
    case .user: .users
    }
  }

  /// The ids of all texts.
  static let texts = Set(samples.compactMap { if case .text(let id, _) = $0 { id } else { nil } })

  var id: String {
    switch self {
    case .text(let id, _): "text-\(id)"
    case .colours(let id, _): "colours-\(id)"
    case .user(let name, _): String(name.prefix { $0 != " " })
    }
  }

  static let byID = Dictionary(uniqueKeysWithValues: samples.map { ($0.id, $0) })

  static let samples: [MixedItem] = [
    .text(id: 1, walls), .colours(id: 1, count: 6), .user(name: "Ada Brand", place: "Pruning"), .text(id: 2, winter),
    .user(name: "Ben Okoro", place: "Grafting"), .colours(id: 2, count: 5), .text(id: 3, wires),
    .user(name: "Cleo Lindt", place: "Watering"), .colours(id: 3, count: 3), .text(id: 4, patience),
    .user(name: "Dora Ruiz", place: "Harvest"), .colours(id: 4, count: 7),
  ]
}

private let walls = """
  A wall that faces south gives back at night what it took in by day. A fig or a peach that would sulk in the open ripens \
  against it, and the frost that takes the blossom from the orchard passes two metres from the bricks.
  """
private let winter = """
  Winter is when the shape is made. The leaves are gone, every spur can be seen, and a cut above an outward bud decides where \
  next year's branch will be. Summer only corrects: it shortens what grew too well.
  """
private let wires = """
  Three wires are enough to begin with, the lowest at the height of a knee. The young branch is tied while it still bends, \
  loosely, for it will be thicker by autumn, and the knot is looked after every spring.
  """
private let patience = """
  The first year gives a stem, the second two arms, the fourth a handful of fruit. After ten years the tree holds the wires \
  up rather than the other way round, and those who planted it have learned to wait.
  """
