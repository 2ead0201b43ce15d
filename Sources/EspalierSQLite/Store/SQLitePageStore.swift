import EspalierLocks
import Espalier
package import EspalierServer

/// Saves page state in one SQLite file.
///
/// It answers before a call returns. If another program has locked the database, calls fail within 50 ms.
package final class SQLitePageStore: PageStorage {
  private let connection: SharedConnection
  private let files: StoreFiles?
  private let room: Lock<StoreRoom>
  private let events = Lock(StoreEvents())
  private let age: StoreAge

  /// How many days it keeps what a browser has without using it.
  package let keepingDays: Int
  /// The path of the database with `-crashes` appended; nil if it is in memory.
  package let crashFile: String?

  /// Opens a file. `PageStore.sqlite` explains the arguments.
  package init(
    _ path: String, keepingDays days: Int = 30, upTo megabytes: Int = 512, waiting: Duration = .zero,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(SQLiteError) {
    let connection = try Connection(path: path)
    keepingDays = days
    // A database in memory has no file.
    crashFile = connection.file.map { _ in path + "-crashes" }
    if connection.file != nil { connection.lock = try StoreLock(of: path, waiting: waiting) }
    try Self.prepare(connection, path)
    let age = StoreAge(from: try connection.lastUse, clock: clock)
    var room = StoreRoom(days: days, bytes: megabytes << 20)
    try room.make(in: connection, at: age)
    (self.age, self.room) = (age, Lock(room))
    files = connection.file.map { StoreFiles(database: path, log: $0 + "-wal") }
    self.connection = SharedConnection(connection)
  }

  /// The number of instances that the store has deleted since it was opened.
  package var forgotten: ForgottenInstances { room.withLock { $0.forgotten } }

  /// Fails if the file or its write-ahead log was deleted, renamed or replaced. Costs two system calls.
  package func check(_ reply: @escaping StoreReply<Void>) {
    reply(checked)
  }

  /// Finds the saved instance of an owner.
  package func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    let condition = "page = ?1 AND browser = ?2 AND tab = ?3"
    reply(instance(where: condition, [owner.page, owner.browser ?? "", owner.tab ?? ""]))
  }

  /// Finds the saved instance with this id.
  package func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) {
    reply(instance(where: "id = ?1", [id]))
  }

  /// Deletes everything of a browser.
  package func forget(browser: String, of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    reply(
      write { (connection) throws(SQLiteError) in
        try connection.run("DELETE FROM instance WHERE browser = ?1", [browser])
        events.withLock { $0.countAgain() }
      })
  }

  /// Notes that somebody uses an instance.
  package func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) {
    reply(write { (connection) throws(SQLiteError) in try connection.touch(instance, at: age.seconds) })
  }

  /// Saves changes and the ids of events in one transaction.
  package func save(_ saves: [PersistedSave], of holding: Holding, _ reply: @escaping StoreReply<Void>) {
    if case .failure(let error) = checked { return reply(.failure(error)) }
    reply(
      write { (connection) throws(SQLiteError) in
        try save(saves, in: connection)
        // If this fails, a later save deletes the instances.
        let kept = saves.last?.name.id ?? ""
        let before = forgotten
        try? room.withLock { (room) throws(SQLiteError) in try room.make(in: connection, at: age, but: kept) }
        if forgotten != before { events.withLock { $0.countAgain() } }
      })
  }

  private func save(_ saves: [PersistedSave], in connection: Connection) throws(SQLiteError) {
    let now = age.seconds
    try events.withLock { (events) throws(SQLiteError) in
      do throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
          for save in saves {
            try connection.insert(save.name, used: now)
            for change in save.changes { try connection.save(change, of: save.name.id) }
            try events.save(save.events, of: save.name.id, at: now, in: connection)
          }
          let saved = saves.reduce(0) { $0 + $1.events.count }
          try events.deleteOld(after: saved, at: now, in: connection)
        }
      } catch {
        events.countAgain()
        throw error
      }
    }
  }

  private var checked: Result<Void, PageStoreError> {
    Result { () throws(PageStoreError) -> Void in try files?.check() }
  }

  private func write(_ work: (Connection) throws(SQLiteError) -> sending Void) -> Result<Void, PageStoreError> {
    Result { () throws(PageStoreError) in try connection.use(to: .write, work) }
  }

  private func instance(where condition: String, _ parameters: [String?]) -> Result<PersistedInstance?, PageStoreError>
  {
    let found = Result { () throws(PageStoreError) in
      try connection.use(to: .read) { (connection) throws(SQLiteError) in
        try connection.instance(where: condition, parameters, at: age.seconds)
      }
    }
    // Reading an instance counts as using it, and is noted once a day. If that fails, the instance is still returned.
    if case .success(let found?) = found, found.used < age.seconds - 86_400 { touch(found.instance.name) { _ in } }
    return found.map { $0?.instance }
  }
}
