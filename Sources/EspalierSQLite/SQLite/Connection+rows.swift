internal import CSQLite
import EspalierTables

extension Connection {
  /// Runs one statement with its values, and calls `row` for each row until it returns false.
  func each(_ sql: String, _ values: [SQLValue] = [], _ row: (Statement) throws -> Bool) throws {
    let statement = try statement(for: sql)
    defer { statement.reset() }
    guard statement.parameterCount == values.count else {
      throw SQLiteError(
        code: SQLITE_RANGE,
        reason: "the statement has \(statement.parameterCount) parameters, but \(values.count) values", subject: sql)
    }
    let code = statement.bind(values)
    if code != SQLITE_OK { throw error(code, sql) }
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code, sql) }
      if try !row(statement) { return }
    }
  }

  /// The integer that a statement returns, for example a PRAGMA; nil if it returns no row.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
    var found: Int64?
    try each(sql, values) { row in
      if case .integer(let number) = row.value(0) { found = number }
      return false
    }
    return found
  }

  /// The number of rows that the last statement changed.
  var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// The rowid of the last row that the connection inserted; 0 if there is none.
  var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }
}
