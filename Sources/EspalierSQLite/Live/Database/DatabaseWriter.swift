/// Writes and reads inside one transaction. Only valid in the closure that gets it.
public final class DatabaseWriter {
  private var connection: Connection?
  private let file: DatabaseFile

  init(_ connection: Connection, _ file: DatabaseFile) { (self.connection, self.file) = (connection, file) }

  /// Ends the use of the connection.
  func end() { connection = nil }

  /// Runs a statement, and returns the number of rows that it changed. Throws a ``DatabaseError``.
  @discardableResult
  public func run(_ sql: SQL) throws -> Int {
    try use(sql) { connection in
      try connection.each(sql.text, sql.values) { _ in true }
      return connection.changes
    }
  }

  /// The rows of a query, at most `mostRowsHeld`. Throws a ``DatabaseError``.
  public func rows<Row: Decodable>(_ sql: SQL, as type: Row.Type = Row.self) throws -> [Row] {
    try use(sql) { try $0.rows(sql, type, file) }
  }

  /// The rowid of the row that was inserted last.
  public var lastInsertedRow: Int64 { connection?.lastInsertedRow ?? 0 }

  private func use<Result>(_ sql: SQL, _ work: (Connection) throws -> Result) throws -> Result {
    do {
      guard let connection else {
        throw DatabaseError(
          .statement, file: file.path, statement: sql.text, "the transaction is over",
          remedy: "use the writer only in the closure that gets it")
      }
      try sql.check(file)
      connection.deadline.allow(file.limits.longestQuery)
      defer { connection.deadline.allow(nil) }
      return try work(connection)
    } catch {
      throw file.error(error, sql.text)
    }
  }
}

extension SQL {
  /// Throws if a value cannot be a parameter.
  func check(_ file: DatabaseFile) throws {
    guard let problem else { return }
    throw DatabaseError(
      .parameters, file: file.path, statement: text, problem, remedy: "interpolate one of its properties")
  }
}

extension Connection {
  /// Decodes the rows of a query.
  func rows<Row: Decodable>(_ sql: SQL, _ type: Row.Type, _ file: DatabaseFile) throws -> [Row] {
    var rows: [Row] = []
    try each(sql.text, sql.values) { row in
      if rows.count == file.limits.mostRowsHeld {
        throw DatabaseError(
          .tooManyRows, file: file.path, statement: sql.text,
          "the result has more than \(file.limits.mostRowsHeld) rows", remedy: "add LIMIT, or raise `mostRowsHeld`")
      }
      rows.append(try Row(from: row.decoder))
      return true
    }
    return rows
  }
}
