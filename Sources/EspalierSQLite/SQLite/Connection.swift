internal import CSQLite

/// A connection to a database file. Not Sendable: its owner makes sure that one thread at a time uses it.
@safe
final class Connection {
  /// More statements than a program has. A program that makes endless new ones prepares them again.
  private static let mostStatements = 128

  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  /// Ends statements that take too long.
  let deadline = Deadline()
  /// The rows that the current transaction has changed, if the connection follows them.
  var changedRows: ChangedRows?
  /// The lock of the file. The connection holds it until it is closed.
  var lock: StoreLock?

  enum Mode {
    case read, write, create

    fileprivate var flags: Int32 {
      switch self {
      case .read: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// Opens a file, and creates it if it does not exist. Waits 5 s for other programs' locks until `wait` changes that.
  init(path: String, _ mode: Mode = .create) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags = mode.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    // Safe: SQLite copies the path. It sets the handle even if it fails, so that the handle has the error message.
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      let reason = unsafe String(cString: sqlite3_errstr(code))
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(code: code, reason: reason, subject: path)
    }
    unsafe self.handle = handle
    unsafe sqlite3_busy_timeout(handle, 5000)
  }

  deinit {
    statements = [:]
    // Safe: no statement is left, and nobody else has the handle. `lock` is released after this.
    unsafe sqlite3_close_v2(handle)
  }

  /// The full path of the file; nil for a database in memory.
  var file: String? {
    // Safe: the name lives as long as the connection, and is copied.
    guard let name = unsafe sqlite3_db_filename(handle, "main") else { return nil }
    let path = unsafe String(cString: name)
    return path.isEmpty ? nil : path
  }

  /// Sets how long the connection waits for other programs' locks.
  func wait(_ patience: Duration) { unsafe sqlite3_busy_timeout(handle, Int32(patience / .milliseconds(1))) }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(SQLiteError) {
    // Safe: the text lives as long as the call.
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code, sql) }
  }

  /// Runs one statement with its parameters, and calls `row` for each row. Each statement is prepared only once.
  func run(_ sql: String, _ parameters: [String?] = [], row: (Row) -> Void = { _ in }) throws(SQLiteError) {
    let statement = try statement(for: sql)
    defer { statement.reset() }
    statement.bind(parameters)
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code, sql) }
      row(Row(statement: statement))
    }
  }

  /// Runs work in a transaction, and rolls it back if the work throws.
  func transaction(_ work: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    try run("BEGIN IMMEDIATE")
    do {
      try work()
      try run("COMMIT")
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  func statement(for sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    // Safe: SQLite copies the text.
    let code = unsafe sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else { throw error(code, sql) }
    let known = unsafe Statement(statement)
    if statements.count == Self.mostStatements { statements = [:] }
    statements[sql] = known
    return known
  }

  /// Prepares all statements again when they are used. After a change of the schema SQLite does so by itself, but what
  /// is known about their columns may be wrong.
  func forgetStatements() { statements = [:] }

  func error(_ code: Int32, _ subject: String) -> SQLiteError {
    // Safe: the message is copied before the next call on this connection.
    SQLiteError(code: code, reason: unsafe String(cString: sqlite3_errmsg(handle)), subject: subject)
  }
}
