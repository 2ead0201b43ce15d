import EspalierServer

/// How long and how much a store keeps, and when it looks for what must go: now and then, while the server runs.
struct StoreRoom {
  /// Looking at the size costs microseconds, so not at each saving.
  static let savesBetweenLooks = 16
  private let days: Int
  private let bytes: Int
  private var nextLook = Duration.zero
  private var saves = 0
  private(set) var forgotten = ForgottenInstances()

  init(days: Int, bytes: Int) { (self.days, self.bytes) = (days, bytes) }

  /// Deletes what nobody used for long, once an hour, and what is too much. The instance that was just saved stays.
  mutating func make(in connection: Connection, at age: StoreAge, but id: String = "") throws(SQLiteError) {
    if age.running >= nextLook {
      forgotten.unused += try connection.count(
        "DELETE FROM instance WHERE browser != '' AND age < CAST(?1 AS INTEGER) RETURNING id",
        ["\(age.seconds - 86_400 * days)"])
      nextLook = age.running + .seconds(3600)
    }
    defer { saves += 1 }
    guard saves % Self.savesBetweenLooks == 0 else { return }
    while try connection.bytesInUse > bytes {
      let gone = try forgetSome(but: id, connection)
      if gone == 0 { return }
      forgotten.room += gone
    }
  }

  /// Those that were used longest ago, a few at a time.
  private func forgetSome(but id: String, _ connection: Connection) throws(SQLiteError) -> Int {
    try connection.count(
      """
      DELETE FROM instance WHERE id IN
        (SELECT id FROM instance WHERE browser != '' AND id != ?1 ORDER BY age, rowid LIMIT 16) RETURNING id
      """, [id])
  }
}

extension Connection {
  /// How many rows a statement gives.
  fileprivate func count(_ sql: String, _ parameters: [String?]) throws(SQLiteError) -> Int {
    var count = 0
    try run(sql, parameters) { _ in count += 1 }
    return count
  }

  /// What the file's rows take; pages that became free are used again.
  fileprivate var bytesInUse: Int {
    get throws(SQLiteError) {
      var numbers: [Int] = []
      for name in ["page_count", "freelist_count", "page_size"] {
        try run("PRAGMA \(name)") { numbers.append(Int($0[0]) ?? 0) }
      }
      return (numbers[0] - numbers[1]) * numbers[2]
    }
  }
}
