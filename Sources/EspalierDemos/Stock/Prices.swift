import Espalier

/// What a crate of one fruit costs, in whole cents, and what it cost yesterday.
struct Price: Hashable, Codable, Sendable {
  let fruit: String
  let yesterday: Int
  var cents: Int

  var change: Int { cents - yesterday }
}

/// All prices at one moment.
struct Prices: Sendable {
  var all: [Price]
  /// How often they will still move before trading ends; 0 while they stand still.
  var movesLeft = 0
}

/// How prices move: a walk at random, the same one for the same seed.
struct Market {
  private(set) var prices: Prices
  private var random: SeededRandom
  private static let lowest = 80

  init(seed: UInt64) {
    let fruits = [
      "Apricot": 640, "Bramley": 310, "Comice": 480, "Conference": 420, "Cox": 350, "Damson": 390, "Fig": 720,
      "Greengage": 460, "Medlar": 280, "Morello": 560, "Mulberry": 810, "Quince": 330,
    ]
    prices = Prices(
      all: fruits.keys.sorted().map {
        Price(fruit: $0, yesterday: fruits[$0, default: 0], cents: fruits[$0, default: 0])
      })
    random = SeededRandom(state: seed)
    // This morning.
    for _ in 0..<12 { step() }
  }

  /// Trading begins: so many moves from now.
  mutating func open(moves: Int) { prices.movesLeft = moves }

  mutating func close() { prices.movesLeft = 0 }

  mutating func move() {
    prices.movesLeft -= 1
    step()
  }

  /// A few prices change, most do not.
  private mutating func step() {
    for _ in 0..<4 {
      let index = Int.random(in: prices.all.indices, using: &random)
      let cents = prices.all[index].cents + Int.random(in: -18...18, using: &random)
      prices.all[index].cents = max(Self.lowest, cents)
    }
  }
}
