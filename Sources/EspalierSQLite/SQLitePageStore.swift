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
  private let room: Lock<StoreRoom>
  private let lock: StoreLock

  /// Beside the database, with `-crashes` behind its name.
  public let crashFile: String?

  /// Opens a file, which is made if it is not there.
  ///
  /// Instances of browsers and tabs that nobody used for `keepingDays` are forgotten, and where there is more than
  /// `megabytes` of them, those that were used longest ago. What all share stays. One server at a time has a file: another
  /// one waits for it, up to `waiting`, and then throws.
  public init(
    _ path: String, keepingDays days: Int = 30, upTo megabytes: Int = 512, waiting: Duration = .zero,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(SQLiteError) {
    let connection = try Connection(path: path)
    crashFile = path + "-crashes"
    lock = try StoreLock(of: path, waiting: waiting)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
    try Self.prepare(connection)
    var room = StoreRoom(days: days, bytes: megabytes << 20, clock: clock)
    try room.make(in: connection)
    self.connection = Lock(connection)
    self.room = Lock(room)
  }

  /// How many instances were forgotten to make room.
  public var forgotten: Int { room.withLock { $0.forgotten } }

  /// What was kept of an owner's instance.
  public func instance(of owner: KeptInstance.Owner) throws -> KeptInstance? {
    try instance(where: "page = ?1 AND browser = ?2 AND tab = ?3", [owner.page, owner.browser ?? "", owner.tab ?? ""])
  }

  /// What was kept of the instance with this id.
  public func instance(id: String) throws -> KeptInstance? { try instance(where: "id = ?1", [id]) }

  /// Remembers that somebody uses an instance.
  public func touch(_ instance: KeptInstance.Name) throws {
    try connection.withLock { try $0.run("UPDATE instance SET used = unixepoch() WHERE id = ?1", [instance.id]) }
  }

  /// Saves what changed in one transaction.
  public func save(_ changes: [KeptChange], event: KeptEvent?, of instance: KeptInstance.Name) throws {
    let (id, owner) = (instance.id, instance.owner)
    try connection.withLock { connection in
      try room.withLock { try $0.make(in: connection, before: id) }
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
      // Whoever only looks uses it too; noted once a day.
      try connection.run(
        "UPDATE instance SET used = unixepoch() WHERE id = ?1 AND used < unixepoch() - 86400", [name.id])
      var states: [String: JSON] = [:]
      var unreadable: (any Error)?
      try connection.run("SELECT key, value FROM state WHERE instance = ?1", [name.id]) { row in
        do { states[row[0]] = try JSON(parsing: Array(row[1].utf8), depth: 512, trusted: true) } catch {
          unreadable = error
        }
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
