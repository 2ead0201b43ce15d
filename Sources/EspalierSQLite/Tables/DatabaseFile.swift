import EspalierTables

/// The file of a database, and how connections to it are opened. It never opens the file except through SQLite: closing
/// any other descriptor of the file would drop SQLite's locks.
struct DatabaseFile: Sendable {
  let path: String
  let schema: String?
  let limits: DatabaseLimits
  /// Whether changes are followed row by row. Tests switch it off.
  let followsRows: Bool
  /// Whether nothing may be written, not even by SQLite itself.
  var isReadOnly = false

  /// Which file the path names now; nil if there is none.
  var identity: FileIdentity? { FileIdentity(of: path) }

  /// Opens the connection that writes, and creates the file if there is a schema for it and `mayCreate`.
  func openForWriting(mayCreate: Bool) throws -> Connection {
    if isReadOnly { return try openForReading() }
    let mayCreate = mayCreate && schema != nil
    let connection = try open(mayCreate ? .create : .write)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
    if mayCreate, let schema {
      do {
        try connection.execute("BEGIN IMMEDIATE; \(schema)\n; COMMIT")
      } catch {
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        throw self.error(error, schema)
      }
    }
    return connection
  }

  /// Opens a connection that reads.
  func openForReading() throws -> Connection {
    let connection = try open(isReadOnly ? .read : .write)
    try connection.execute("PRAGMA query_only = ON;")
    return connection
  }

  private func open(_ mode: Connection.Mode) throws -> Connection {
    if mode != .create, identity == nil {
      throw DatabaseError(
        .noFile, in: path, "there is no such file", remedy: "put it there, or correct the path")
    }
    // SQLite would wait for ever for what is written into a pipe.
    if identity?.isRegular == false {
      throw DatabaseError(
        .notADatabase, in: path, "it is a pipe, a device or a folder", remedy: "name a file")
    }
    let connection = try Connection(path: path, mode)
    connection.wait(limits.busyTimeout)
    connection.watchDeadline()
    // Without memory mapping: a process with many large files would seem to use their size.
    try connection.execute("PRAGMA cache_size = -2000; PRAGMA mmap_size = 0;")
    return connection
  }

  /// What an error of SQLite means. Other errors stay as they are.
  func error(_ error: any Error, _ statement: String? = nil) -> any Error {
    (error as? SQLiteError).map { DatabaseError($0, in: path, statement: statement) } ?? error
  }
}
