import Espalier
import EspalierServer

/// The queries of a store for page instances.
extension Connection {
  /// The store's age at the last use of any instance: see `StoreAge`.
  var lastUse: Int {
    get throws(SQLiteError) {
      var age = 0
      try run("SELECT max(age) FROM instance") { age = Int($0[0]) ?? 0 }
      return age
    }
  }

  func insert(_ instance: PersistedInstance.Name, used age: Int) throws(SQLiteError) {
    let owner = instance.owner
    try run(
      """
      INSERT INTO instance (id, page, browser, tab, age) VALUES (?1, ?2, ?3, ?4, CAST(?5 AS INTEGER))
      ON CONFLICT DO UPDATE SET age = CAST(?5 AS INTEGER)
      """, [instance.id, owner.page, owner.browser ?? "", owner.tab ?? "", "\(age)"])
  }

  func touch(_ instance: PersistedInstance.Name, at age: Int) throws(SQLiteError) {
    try run("UPDATE instance SET age = CAST(?2 AS INTEGER) WHERE id = ?1", [instance.id, "\(age)"])
  }

  func save(_ change: PersistedChange, of id: String) throws(SQLiteError) {
    if let value = change.value {
      try run(
        "INSERT INTO state VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET value = ?3",
        [id, change.key, value.description])
    } else {
      try run("DELETE FROM state WHERE instance = ?1 AND key = ?2", [id, change.key])
    }
  }

  /// Returns an instance without the events that are too old, and the store's age at its last use.
  func instance(
    where condition: String, _ parameters: [String?], at age: Int
  ) throws(SQLiteError) -> (instance: PersistedInstance, used: Int)? {
    var found: (name: PersistedInstance.Name, used: Int)?
    try run("SELECT id, page, browser, tab, age FROM instance WHERE \(condition)", parameters) { row in
      let (browser, tab) = (row[2].isEmpty ? nil : row[2], row[3].isEmpty ? nil : row[3])
      found = (.init(id: row[0], owner: .init(page: row[1], browser: browser, tab: tab)), Int(row[4]) ?? 0)
    }
    guard let (name, used) = found else { return nil }
    var states: [String: JSON] = [:]
    var unreadable: [String: String] = [:]
    try run("SELECT key, value FROM state WHERE instance = ?1", [name.id]) { row in
      do { states[row[0]] = try JSON(stored: row[1]) } catch { unreadable[row[0]] = "\(error)" }
    }
    var events: [PersistedEvent] = []
    try run(
      """
      SELECT id, sender, fingerprint FROM event WHERE instance = ?1 AND age >= CAST(?2 AS INTEGER) ORDER BY number
      """, [name.id, "\(age - StoreEvents.lifetime)"]
    ) { row in
      events.append(PersistedEvent(id: row[0], sender: row[1], fingerprint: row[2].isEmpty ? nil : row[2]))
    }
    return (PersistedInstance(name: name, states: states, unreadable: unreadable, events: events), used)
  }
}
