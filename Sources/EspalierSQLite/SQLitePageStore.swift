import EspalierLocks
public import Espalier
public import EspalierServer

/// Keeps page state in one SQLite file.
///
/// ```swift
/// let site = Site(store: try SQLitePageStore("pages.sqlite")) { … }
/// ```
///
/// What is saved survives the end of the process at any moment, `kill -9` included. Where the machine itself loses power,
/// the last moments may be missing, but nothing is broken (write-ahead log, `synchronous = NORMAL`).
public final class SQLitePageStore: PageStore {
  /// How many acknowledged events an instance remembers.
  static let mostEvents = 256

  private let connection: Lock<Connection>

  /// Opens a file, which is made if it is not there. Instances unused for so many days are forgotten now.
  public init(_ path: String, keepingDays days: Int = 30) throws(SQLiteError) {
    let connection = try Connection(path: path)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
    try Self.prepare(connection)
    try connection.run(
      "DELETE FROM instance WHERE used < unixepoch() - 86400 * CAST(?1 AS INTEGER)", ["\(days)"])
    self.connection = Lock(connection)
  }

  /// What was kept of an owner's instance.
  public func instance(of owner: KeptInstance.Owner) throws -> KeptInstance? {
    try instance(where: "page = ?1 AND browser = ?2 AND tab = ?3", [owner.page, owner.browser ?? "", owner.tab ?? ""])
  }

  /// What was kept of the instance with this id.
  public func instance(id: String) throws -> KeptInstance? { try instance(where: "id = ?1", [id]) }

  /// Saves what changed in one transaction.
  public func save(_ changes: [KeptChange], event: KeptEvent?, of instance: KeptInstance.Name) throws {
    let (id, owner) = (instance.id, instance.owner)
    try connection.withLock { connection in
      try connection.transaction { () throws(SQLiteError) in
        try connection.run(
          """
          INSERT INTO instance (id, page, browser, tab, used) VALUES (?1, ?2, ?3, ?4, unixepoch())
          ON CONFLICT DO UPDATE SET used = unixepoch()
          """, [id, owner.page, owner.browser ?? "", owner.tab ?? ""])
        for change in changes { try save(change, of: id, connection) }
        if let event { try save(event, of: id, connection) }
      }
    }
  }

  private func save(_ change: KeptChange, of id: String, _ connection: Connection) throws(SQLiteError) {
    if let value = change.value {
      try connection.run(
        "INSERT INTO state VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET value = ?3",
        [id, change.key, value.description])
    } else {
      try connection.run("DELETE FROM state WHERE instance = ?1 AND key = ?2", [id, change.key])
    }
  }

  private func save(_ event: KeptEvent, of id: String, _ connection: Connection) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO event (instance, id, sender, fingerprint) VALUES (?1, ?2, ?3, ?4)",
      [id, event.id, event.sender, event.fingerprint])
    try connection.run(
      """
      DELETE FROM event WHERE instance = ?1 AND number <=
        (SELECT number FROM event WHERE instance = ?1 ORDER BY number DESC LIMIT 1 OFFSET \(Self.mostEvents))
      """, [id])
  }

  private func instance(where condition: String, _ parameters: [String?]) throws -> KeptInstance? {
    try connection.withLock { connection in
      var name: KeptInstance.Name?
      try connection.run("SELECT id, page, browser, tab FROM instance WHERE \(condition)", parameters) { row in
        let (browser, tab) = (row[2].isEmpty ? nil : row[2], row[3].isEmpty ? nil : row[3])
        name = .init(id: row[0], owner: .init(page: row[1], browser: browser, tab: tab))
      }
      guard let name else { return nil }
      var states: [String: JSON] = [:]
      var unreadable: (any Error)?
      try connection.run("SELECT key, value FROM state WHERE instance = ?1", [name.id]) { row in
        do { states[row[0]] = try JSON(parsing: Array(row[1].utf8), depth: 512) } catch { unreadable = error }
      }
      if let unreadable { throw unreadable }
      var events: [KeptEvent] = []
      let sql = "SELECT id, sender, fingerprint FROM event WHERE instance = ?1 ORDER BY number"
      try connection.run(sql, [name.id]) { row in
        events.append(KeptEvent(id: row[0], sender: row[1], fingerprint: row[2].isEmpty ? nil : row[2]))
      }
      return KeptInstance(name: name, states: states, events: events)
    }
  }
}
