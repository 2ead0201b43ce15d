import Espalier

/// The price of a crate of one fruit, today and yesterday, in whole cents.
struct Price: Hashable, Codable, Sendable {
  let fruit: String
  let yesterday: Int
  var cents: Int

  var change: Int { cents - yesterday }
}

/// All prices at one moment.
struct Prices: Sendable {
  var all: [Price]
  /// The number of moves until trading ends; 0 while trading is closed.
  var movesLeft = 0
}

/// Moves prices in a random walk. The same seed gives the same walk.
struct Market {
  private(set) var prices: Prices
  private var random: DemoRandom
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
    random = DemoRandom(seed: seed)
    // The moves of this morning.
    for _ in 0..<12 { step() }
  }

  /// Opens trading for a number of moves.
  mutating func open(moves: Int) { prices.movesLeft = moves }

  mutating func close() { prices.movesLeft = 0 }

  mutating func move() {
    prices.movesLeft -= 1
    step()
  }

  /// Changes at most four prices.
  private mutating func step() {
    for _ in 0..<4 {
      let index = Int.random(in: prices.all.indices, using: &random)
      let cents = prices.all[index].cents + Int.random(in: -18...18, using: &random)
      prices.all[index].cents = max(Self.lowest, cents)
    }
  }
}
