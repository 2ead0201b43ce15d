import EspalierServer

/// The limits of a store in days and bytes. Decides when to look for instances to delete while the server runs.
struct StoreRoom {
  /// A look at the size costs microseconds, so not every save takes one.
  static let savesBetweenLooks = 16
  private let days: Int
  private let bytes: Int
  private var nextLook = Duration.zero
  private var saves = 0
  private(set) var forgotten = ForgottenInstances()

  init(days: Int, bytes: Int) { (self.days, self.bytes) = (days, bytes) }

  /// Deletes instances that were unused for too long (checked once an hour), and instances beyond the size limit. Never
  /// deletes the instance `id`, which was just saved.
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

  /// Deletes up to 16 instances that were used longest ago. Returns how many it deleted.
  private func forgetSome(but id: String, _ connection: Connection) throws(SQLiteError) -> Int {
    try connection.count(
      """
      DELETE FROM instance WHERE id IN
        (SELECT id FROM instance WHERE browser != '' AND id != ?1 ORDER BY age, rowid LIMIT 16) RETURNING id
      """, [id])
  }
}

extension Connection {
  /// Runs a statement and returns the number of its rows.
  fileprivate func count(_ sql: String, _ parameters: [String?]) throws(SQLiteError) -> Int {
    var count = 0
    try run(sql, parameters) { _ in count += 1 }
    return count
  }

  /// The size of the file without its free pages, which SQLite uses again.
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
