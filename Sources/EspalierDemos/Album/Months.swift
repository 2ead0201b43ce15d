import Espalier

/// Eleven years of photos. The random numbers are seeded, so the photos are the same at every start.
enum Months {
  static let years = 2015...2025
  static let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  /// The number of photos that a closed month shows.
  static let few = 6

  static func photos(year: Int, month: Int) -> [Photograph] {
    var random = DemoRandom(seed: UInt64(year * 12 + month))
    let count = 1 + Int(random.next() % 16)
    return (1...count).map { number in
      let scenes = scenes(in: month)
      let scene = scenes[Int(random.next() % UInt64(scenes.count))]
      return Photograph(id: number, picture: Picture(scene, tone: Int(random.next() % 9)))
    }
  }

  private static func scenes(in month: Int) -> [Picture.Scene] {
    switch month {
    case 11, 0, 1: [.snow, .snow, .night, .town, .wood]
    case 2...4: [.field, .hills, .wood, .lake, .town]
    case 5...7: [.sea, .sea, .lake, .hills, .field]
    default: [.wood, .hills, .field, .lake, .night]
    }
  }
}
