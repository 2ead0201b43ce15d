import EspalierSQLite

/// Brings boxes into the store room, takes some away, and moves others.
struct StoreRoom: Sendable {
  let database: Database

  private static let contents = ["Bulbs", "Gloves", "Labels", "Pots", "Seeds", "String", "Trays", "Twine"]
  /// The content of the box with the number `n` in SQL.
  static let list = "CASE n % 8 \(contents.enumerated().map { "WHEN \($0) THEN '\($1)'" }.joined(separator: " ")) END"
  /// So many boxes stay.
  private static let least = 25

  /// Makes one move after each pause, and tells how many boxes it was about.
  func moves(every pause: Duration) -> AsyncStream<Int> {
    AsyncStream {
      do {
        try await Task.sleep(for: pause)
        return try await move()
      } catch {
        return error is CancellationError ? nil : 0
      }
    }
  }

  /// One transaction: brings up to 13 boxes, takes all but 25 away, or moves up to 7 to other shelves.
  func move() async throws -> Int {
    try await database.write { data in
      let ids = try data.rows("SELECT id FROM box ORDER BY random()", as: Int.self)
      if ids.count > 3 * Self.least {
        return try data.run(
          "DELETE FROM box WHERE id NOT IN (SELECT id FROM box ORDER BY random() LIMIT \(Self.least))")
      }
      if ids.count < Self.least || Bool.random() {
        let count = Int.random(in: 1...13)
        for _ in 0..<count {
          try data.run("INSERT INTO box (shelf, content) VALUES (\(Self.shelf()), \(Self.contents.randomElement()))")
        }
        return count
      }
      let moved = ids.prefix(Int.random(in: 1...7))
      for id in moved { try data.run("UPDATE box SET shelf = \(Self.shelf()) WHERE id = \(id)") }
      return moved.count
    }
  }

  private static func shelf() -> String {
    let row = ["A", "B", "C", "D", "E", "F"].randomElement() ?? "A"
    let number = Int.random(in: 1...40)
    return "\(row)-\(number < 10 ? "0" : "")\(number)"
  }
}
