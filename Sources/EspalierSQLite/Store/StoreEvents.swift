import EspalierServer

/// Saves the ids of events, and deletes old ones. The cost of a save does not depend on how many ids there are.
struct StoreEvents {
  /// How many instances are counted at the same time.
  private static let mostCounts = 4_096

  /// How many ids the file has of an instance. An instance that is missing is counted when it is saved.
  private var counts: [String: Int] = [:]

  /// Forgets the counts: ids may have been deleted in another way, or a transaction was rolled back.
  mutating func countAgain() { counts = [:] }

  /// Saves events in the open transaction. If an instance has too many, its oldest go.
  mutating func save(
    _ events: [PersistedEvent], of id: String, at age: Int, in connection: Connection
  ) throws(SQLiteError) {
    if events.isEmpty { return }
    var count = if let known = counts[id] { known } else { try connection.events(of: id) }
    for event in events {
      try connection.run(
        "INSERT INTO event (instance, id, sender, fingerprint, age) VALUES (?1, ?2, ?3, ?4, CAST(?5 AS INTEGER))",
        [id, event.id, event.sender, event.fingerprint, "\(age)"])
    }
    count += events.count
    if count > PersistedEvent.most {
      try connection.run(
        """
        DELETE FROM event WHERE number IN (
          SELECT number FROM event WHERE instance = ?1 ORDER BY number LIMIT CAST(?2 AS INTEGER))
        """, [id, "\(count - PersistedEvent.most)"])
      count = PersistedEvent.most
    }
    if counts.count >= Self.mostCounts { counts = [:] }
    counts[id] = count
  }

  /// Deletes ids of any instance that are too old, a few more than were saved. Their numbers have the order of their ages.
  mutating func deleteOld(after saved: Int, at age: Int, in connection: Connection) throws(SQLiteError) {
    if saved == 0 { return }
    try connection.run(
      """
      DELETE FROM event WHERE number IN (SELECT number FROM event ORDER BY number LIMIT CAST(?1 AS INTEGER))
        AND age < CAST(?2 AS INTEGER) RETURNING instance
      """, ["\(2 * saved + 2)", "\(age - Self.lifetime)"]
    ) { row in
      let id = row[0]
      guard let count = counts[id] else { return }
      counts[id] = count > 1 ? count - 1 : nil
    }
  }

  /// For how many seconds of the store's age an event is stored at least.
  static let lifetime = Int(PersistedEvent.lifetime.components.seconds)
}

extension Connection {
  /// How many ids the file has of an instance.
  fileprivate func events(of id: String) throws(SQLiteError) -> Int {
    var count = 0
    try run("SELECT count(*) FROM event WHERE instance = ?1", [id]) { count = Int($0[0]) ?? 0 }
    return count
  }
}
