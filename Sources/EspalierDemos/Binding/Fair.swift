import Espalier

/// A fair that cells show: two fields.
struct Fair: Codable, Hashable, Sendable {
  var name: String
  var ground: String

  private static let names = ["Spring fair", "Seed swap", "Apple day", "Harvest supper", "Bulb market"]

  /// The fair with a number, which has one of the names.
  init(number: Int, turn: Int) {
    name = ""
    ground = "Ground \(String(UnicodeScalar(UInt8(65 + number % 26))))\(10 + number * 7 % 90)"
    rename(number: number, turn: turn)
  }

  /// Gives the fair the next name.
  mutating func rename(number: Int, turn: Int) { name = "\(number). \(Self.names[turn % Self.names.count])" }
}
