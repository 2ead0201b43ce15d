extension SQLValue {
  /// Whether this value comes before another one in ascending order (-1), after it (1), or neither (0). The order is
  /// SQLite's: NULL, then numbers, texts and blobs. Not a number, which SQLite stores as NULL, comes after all numbers, as in
  /// PostgreSQL.
  func compare(to other: SQLValue, _ collation: Collation) -> Int {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one == other ? 0 : one < other ? -1 : 1
    case (.real(let one), .real(let other)): Self.compare(one, other)
    case (.integer(let one), .real(let other)): Self.compare(one, other)
    case (.real(let one), .integer(let other)): -Self.compare(other, one)
    case (.text(let one), .text(let other)): collation.compare(one, other)
    case (.blob(let one), .blob(let other)): Collation.compare(one, other)
    default: rank == other.rank ? 0 : rank < other.rank ? -1 : 1
    }
  }

  /// The place of the type among the types.
  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private static func compare(_ one: Double, _ other: Double) -> Int {
    if one.isNaN || other.isNaN { return one.isNaN == other.isNaN ? 0 : one.isNaN ? 1 : -1 }
    return one == other ? 0 : one < other ? -1 : 1
  }

  /// Compares exactly: not every integer has a floating-point number of the same value.
  private static func compare(_ one: Int64, _ other: Double) -> Int {
    if other.isNaN || other >= 0x1p63 { return -1 }
    if other < -0x1p63 { return 1 }
    let whole = Int64(other)
    if one != whole { return one < whole ? -1 : 1 }
    let rest = other - Double(whole)
    return rest == 0 ? 0 : rest > 0 ? -1 : 1
  }
}
