import EspalierLocks

/// A database that pages show and change: an SQLite file, or tables of PostgreSQL. Pages are the same for both.
///
/// ```swift
/// let database = Database("people.sqlite", schema: "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT)")
/// try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("Lovelace"))") }
/// ```
///
/// Make one for each file or PostgreSQL database, and use it for all pages. Statements run on threads of their own: those that write,
/// one for short reads, one for long ones, and one that counts rows. Others may use the database at the same time.
///
/// Nothing is opened before the first use. Calls throw a ``DatabaseError``; when its cause is gone, the next call works.
public final class Database: Sendable {
  let engine: any TableEngine
  package let metrics = DatabaseMetrics()
  let numbers = Numbers()
  let readers = Readers()
  private let counter: RowCounter

  /// A database of some kind. The engine tells `Readers` when something has changed.
  package init(_ make: (Readers, DatabaseMetrics) -> any TableEngine) {
    let (readers, numbers, metrics) = (readers, numbers, metrics)
    let engine = make(readers, metrics)
    let counter = RowCounter(engine, metrics, readers)
    (self.engine, self.counter) = (engine, counter)
    readers.connect(
      [ReadPace.quick, .slow].map { pace in
        DatabaseThread { LiveQueries(engine, metrics, pace, readers, counter, numbers) }
      })
  }

  deinit {
    readers.close()
    engine.close()
    counter.close()
  }

  /// Runs work in one transaction, and returns its result. The viewers see the change within some milliseconds, those who
  /// read their page now at once. If the work throws, nothing is changed.
  @discardableResult
  public func write<Result: Sendable>(
    _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result { try await engine.write(work) }

  /// Runs work in one transaction, unless an event with this id was written before: then it returns nil. The id is saved
  /// in the same transaction, in a table of the library, which keeps it for two minutes. Without an id the work always runs.
  @discardableResult
  public func write<Result: Sendable>(
    once event: String?, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result? {
    if let event { try await engine.write(once: event, work) } else { try await engine.write(work) }
  }

  /// The path of the file, or the address of the server.
  package var name: String { engine.name }

  /// Whether somebody looks at rows.
  package var isWatched: Bool { readers.isWatched }

  /// What the database has done for viewers so far: looks, counts, and reads of windows and keys.
  package var workDone: Int { metrics.all }

  /// The rows of a query, at most `mostRowsHeld`. In SQLite the statement ends when the task is cancelled.
  public func rows<Row: Decodable & Sendable>(_ sql: SQL, as type: Row.Type = Row.self) async throws -> [Row] {
    try await engine.prepare()
    try sql.check(for: engine)
    let life = Life()
    return try await withTaskCancellationHandler {
      try await readers.read(sql.text, life) { [engine] reader in try reader.rows(sql, in: engine) }
    } onCancel: {
      life.end()
    }
  }
}
