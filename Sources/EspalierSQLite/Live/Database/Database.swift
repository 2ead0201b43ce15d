import EspalierLocks

/// A database file that pages show and change.
///
/// ```swift
/// let database = Database("people.sqlite", schema: "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT)")
/// try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("Lovelace"))") }
/// ```
///
/// Make one for each file, and use it for all pages. Statements run on threads of their own: one that writes, one for short
/// reads, one for long ones, and one that counts rows. Other processes may use the file at the same time. The file gets a write-ahead log.
///
/// Nothing is opened before the first use. Calls throw a ``DatabaseError``; when its cause is gone, the next call works.
public final class Database: Sendable {
  let file: DatabaseFile
  let board = CommitBoard()
  let metrics = DatabaseMetrics()
  let numbers = Numbers()
  let writer: DatabaseThread<Writer>
  let readers = Readers()
  private let counter: RowCounter
  private let prepared = Lock(false)

  /// The database in a file. The schema consists of statements that create the tables if they do not exist. They run when
  /// the file is opened for the first time. Without them a file that does not exist is an error.
  public convenience init(_ path: String, schema: String? = nil, limits: DatabaseLimits = DatabaseLimits()) {
    self.init(path, schema: schema, limits: limits, followsRows: true)
  }

  /// The database in a file that this program only reads. The file is not changed in any way, and need not be there yet.
  /// Writing throws an error. Pages follow what other processes write.
  public convenience init(reading path: String, limits: DatabaseLimits = DatabaseLimits()) {
    self.init(DatabaseFile(path: path, schema: nil, limits: limits, followsRows: false, isReadOnly: true))
  }

  /// As above. If `followsRows` is false, it works as with a build of SQLite without a pre-update hook. `clock` times for
  /// how long the ids of events are kept.
  package convenience init(
    _ path: String, schema: String?, limits: DatabaseLimits, followsRows: Bool,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(DatabaseFile(path: path, schema: schema, limits: limits, followsRows: followsRows), clock: clock)
  }

  private init(_ file: DatabaseFile, clock: some Clock<Duration> = ContinuousClock()) {
    let (board, metrics, readers, numbers) = (board, metrics, readers, numbers)
    let writer = DatabaseThread(regularly: { $0.look() }) { Writer(file, board, metrics, readers, clock: clock) }
    let counter = RowCounter(file, board, metrics, readers)
    let threads = [ReadPace.quick, .slow].map { pace in
      DatabaseThread {
        LiveQueries(file, board, metrics, pace, readers, counter, numbers) { isWatched in
          writer.work(every: isWatched ? file.limits.lookEvery : nil)
        }
      }
    }
    (self.file, self.writer, self.counter) = (file, writer, counter)
    readers.connect(threads)
  }

  deinit {
    readers.close()
    writer.close()
    counter.close()
  }

  /// Runs work in one transaction, and returns its result. The viewers see the change within some milliseconds, those who
  /// read their page now at once. If the work throws, nothing is changed.
  @discardableResult
  public func write<Result: Sendable>(
    _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result {
    try await writer.result { try $0.write(work) }
  }

  /// Runs work in one transaction, unless an event with this id was written before: then it returns nil. The id is saved
  /// in the same transaction, in the table `espalier_event`, which keeps each id for two minutes, and at most 65,536 of
  /// them. Without an id the work always runs.
  @discardableResult
  public func write<Result: Sendable>(
    once event: String?, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result? {
    try await writer.result { writer in
      if let event { try writer.write(once: event, work) } else { try writer.write(work) }
    }
  }

  /// What the database has done for viewers so far: looks, counts, and reads of windows and keys.
  package var workDone: Int { metrics.all }

  /// Whether the writer has opened the file once, so that its tables exist.
  var isPrepared: Bool { prepared.withLock { $0 } }

  /// Notes that the file exists.
  func markPrepared() { prepared.withLock { $0 = true } }

  /// The rows of a query, at most `mostRowsHeld`. The statement ends when the task is cancelled.
  public func rows<Row: Decodable & Sendable>(_ sql: SQL, as type: Row.Type = Row.self) async throws -> [Row] {
    if !isPrepared {
      try await writer.result { try $0.prepare() }
      markPrepared()
    }
    try sql.check(file)
    let life = Life()
    return try await withTaskCancellationHandler {
      try await readers.read(sql.text, life) { [file] connection in
        do { return try connection.rows(sql, type, file) } catch { throw file.error(error, sql.text) }
      }
    } onCancel: {
      life.end()
    }
  }
}
