import EspalierTables

/// Reads the windows of a file on one thread, or counts its rows.
final class SQLiteReader: TableReader {
  private let file: DatabaseFile
  private let board: CommitBoard
  /// Nil for the thread that counts.
  private let pace: ReadPace?
  private let connection: FileConnection
  /// Starts and stops the looks for changes by other processes.
  private let watch: (Bool) -> Void
  private var allowed: (time: Duration?, isWanted: (@Sendable () -> Bool)?)
  private var schema = ""
  private(set) var generation = 0
  /// The connection from `begin` to `end`, so that all is read from one file.
  private var begun: Connection?

  init(_ file: DatabaseFile, _ board: CommitBoard, _ pace: ReadPace?, watch: @escaping (Bool) -> Void) {
    (self.file, self.board, self.pace, self.watch) = (file, board, pace, watch)
    connection = FileConnection(file) { try $0.openForReading() }
  }

  /// Nil, because the thread of the writer looks for changes, and tells the readers.
  var lookEvery: Duration? { nil }
  /// A statement that fails ends no transaction that reads.
  var hasLostState: Bool { false }

  func show(_ shown: ShownQueries) {
    if let pace { watch(board.show(shown, on: pace)) }
  }

  func allow(_ time: Duration?, while isWanted: (@Sendable () -> Bool)?) {
    allowed = (time, isWanted)
    connection.existing?.deadline.allow(time, while: isWanted)
  }

  private func open() throws -> Connection {
    let opened = connection.opened
    let open = try connection.open()
    if connection.opened != opened { open.deadline.allow(allowed.time, while: allowed.isWanted) }
    return open
  }

  func begin() throws -> Look {
    do {
      let connection = try open()
      begun = connection
      return try board.begin(pace) {
        try connection.execute("BEGIN")
        _ = try noteSchema(connection)
      }
    } catch {
      throw file.error(error)
    }
  }

  func end() {
    begun = nil
    if let open = connection.existing, open.isInTransaction { try? open.execute("COMMIT") }
  }

  /// The file counts as well: after it was replaced, nothing that is known about it is true.
  private func noteSchema(_ connection: Connection) throws -> String {
    let now = "\(self.connection.opened) \(try connection.integer("PRAGMA schema_version") ?? 0)"
    if now != schema {
      connection.forgetStatements()
      // A statement is prepared with the schema that the connection knows. Only one that runs finds out that another
      // process has changed it.
      _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
      schema = now
      generation += 1
    }
    return now
  }

  func plan(_ query: QueryText) throws -> QueryPlan {
    do {
      let connection = try open()
      return try QueryPlan(query, connection, file, schema: try noteSchema(connection))
    } catch {
      throw file.error(error, query.sql.text)
    }
  }

  func isCurrent(_ plan: QueryPlan) -> Bool { plan.schema == schema }

  func each(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws {
    do { try (begun ?? open()).each(sql.text, sql.values, row) } catch let error as SQLiteError {
      throw file.error(error, sql.text)
    }
  }
}
