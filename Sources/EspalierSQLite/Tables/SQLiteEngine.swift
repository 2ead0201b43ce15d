import EspalierLocks
import EspalierTables

/// Tables in an SQLite file. One thread writes, and looks for changes by other processes.
final class SQLiteEngine: TableEngine {
  private let file: DatabaseFile
  private let board = CommitBoard()
  private let writer: DatabaseThread<Writer>
  /// Whether the writer has opened the file once, so that its tables exist.
  private let isPrepared = Lock(false)

  init(_ file: DatabaseFile, _ readers: Readers, _ metrics: DatabaseMetrics, clock: some Clock<Duration>) {
    let board = board
    self.file = file
    writer = DatabaseThread(regularly: { $0.look() }) { Writer(file, board, metrics, readers, clock: clock) }
  }

  var name: String { file.path }
  var limits: DatabaseLimits { file.limits }

  func close() { writer.close() }

  func reader(_ pace: ReadPace?) -> any TableReader {
    SQLiteReader(file, board, pace) { [writer, lookEvery = limits.lookEvery] isWatched in
      writer.work(every: isWatched ? lookEvery : nil)
    }
  }

  func prepare() async throws {
    if isPrepared.withLock({ $0 }) { return }
    try await writer.result { try $0.prepare() }
    isPrepared.withLock { $0 = true }
  }

  func admit(_ window: @escaping @Sendable () -> Void) {
    // After the first time the window does not wait for the writer, which may wait for another program.
    let wasPrepared = isPrepared.withLock { $0 }
    if wasPrepared { window() }
    writer.run { [self] writer in
      writer.look()
      if writer.isOpen { isPrepared.withLock { $0 = true } }
      if !wasPrepared { window() }
    }
  }

  func write<Result: Sendable>(
    _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result {
    try await writer.result { [self] in
      try $0.write { try DatabaseWriter.run(work, in: FileTransaction($0, file), of: self) }
    }
  }

  /// The table `espalier_event` has the ids, at most 65,536 of them.
  func write<Result: Sendable>(
    once event: String, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result? {
    try await writer.result { [self] in
      try $0.write(once: event) { try DatabaseWriter.run(work, in: FileTransaction($0, file), of: self) }
    }
  }
}

/// A transaction of a file.
private final class FileTransaction: TableTransaction {
  private let connection: Connection
  private let file: DatabaseFile

  init(_ connection: Connection, _ file: DatabaseFile) { (self.connection, self.file) = (connection, file) }

  func run(_ sql: SQL) throws -> Int {
    try each(sql) { _ in true }
    return connection.changes
  }

  func each(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws {
    let text = sql.text
    do {
      // A write takes the time that it needs.
      let isRead = try connection.statement(for: text).isReadOnly
      connection.deadline.allow(isRead ? file.limits.longestQuery : nil)
      defer { connection.deadline.allow(nil) }
      try connection.each(text, sql.values, row)
    } catch let error as SQLiteError {
      throw file.error(error, text)
    }
  }
}
