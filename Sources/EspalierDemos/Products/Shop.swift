import Espalier

/// The products of the shop. The random numbers are seeded, so a tile has the same height after each restart.
enum Shop {
  static let rewards: [Reward] = [
    Reward(id: "spring", title: "10% off", note: "on all climbing plants", picture: Picture(.seeds, tone: 1)),
    Reward(id: "post", title: "Free delivery", note: "on your first order", picture: Picture(.basket, tone: 3)),
    Reward(id: "can", title: "A watering can", note: "with two fruit trees", picture: Picture(.can, tone: 7)),
    Reward(id: "lamp", title: "Evening light", note: "a lantern for your garden", picture: Picture(.lantern, tone: 5)),
    Reward(id: "boots", title: "Dry feet", note: "boots at half price", picture: Picture(.boot, tone: 8)),
    Reward(id: "pears", title: "Ten pears", note: "to try before you plant", picture: Picture(.pear, tone: 2)),
  ]

  static let categories: [Category] = zip(
    ["Watering", "Pots", "Tools", "Light", "Baskets", "Fruit", "Clothes", "Seeds"], Picture.Thing.allCases
  ).enumerated().map { Category(id: $1.0, picture: Picture($1.1, tone: $0)) }

  static let products: [PickedWare] = {
    var random = DemoRandom(seed: 50)
    return (1...50).map { number in
      let thing = Picture.Thing.allCases[(number * 5 + number / 8) % 8]
      return PickedWare(
        id: number, title: "\(adjectives[number % 7]) \(names[thing] ?? "")", cents: 450 + Int(random.next() % 60) * 50,
        height: 176 + Int(random.next() % 12) * 12, picture: Picture(thing, tone: number * 2))
    }
  }()

  private static let adjectives = ["Green", "Old", "Small", "Sturdy", "Light", "Plain", "Winter"]
  private static let names: [Picture.Thing: String] = [
    .can: "can", .pot: "pot", .trowel: "trowel", .lantern: "lantern", .basket: "basket", .pear: "pear tree",
    .boot: "boots", .seeds: "seeds",
  ]
}
