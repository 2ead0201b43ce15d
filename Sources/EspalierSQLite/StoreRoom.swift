/// What a store may hold, and when it is looked whether it holds more: now and then, while the server runs.
struct StoreRoom {
  /// Looking at the size costs microseconds, so not at each saving.
  static let savesBetweenLooks = 16
  private let days: Int
  private let bytes: Int
  private let now: @Sendable () -> Duration
  private var nextDay = Duration.zero
  private var saves = 0
  /// How many instances had to go because there was too much.
  private(set) var forgotten = 0

  init(days: Int, bytes: Int, clock: some Clock<Duration>) {
    (self.days, self.bytes) = (days, bytes)
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  /// Forgets what nobody used for long, once an hour, and what is too much. The instance that is about to be saved stays.
  mutating func make(in connection: Connection, before id: String = "") throws(SQLiteError) {
    if now() >= nextDay {
      nextDay = now() + .seconds(3600)
      try connection.run(
        "DELETE FROM instance WHERE browser != '' AND used < unixepoch() - 86400 * CAST(?1 AS INTEGER)", ["\(days)"])
    }
    defer { saves += 1 }
    guard saves % Self.savesBetweenLooks == 0 else { return }
    while try connection.bytesInUse > bytes {
      let gone = try forgetSome(but: id, connection)
      if gone == 0 { return }
      forgotten += gone
    }
  }

  /// Those that were used longest ago, a few at a time.
  private func forgetSome(but id: String, _ connection: Connection) throws(SQLiteError) -> Int {
    var count = 0
    try connection.run(
      """
      DELETE FROM instance WHERE id IN
        (SELECT id FROM instance WHERE browser != '' AND id != ?1 ORDER BY used, rowid LIMIT 16) RETURNING id
      """, [id]
    ) { _ in count += 1 }
    return count
  }
}

extension Connection {
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
