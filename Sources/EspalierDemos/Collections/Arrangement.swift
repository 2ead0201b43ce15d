import Espalier

/// The three layouts of the switch.
enum Arrangement: String, CaseIterable, Codable {
  case grid, columns, strip

  var layout: Layout {
    switch self {
    case .grid: .grid
    case .columns: .grid(columns: 3)
    case .strip: .strip
    }
  }
}
