internal import CSQLite

/// Where a result column comes from.
struct ColumnOrigin: Equatable {
  let table, column: String
  let collation: String
  let isNotNull, isPrimaryKey: Bool
  /// Whether the declared type is INTEGER, so that a primary key is the rowid.
  let isInteger: Bool
}

extension Connection {
  /// The tables and views that a statement reads, as SQLite's authorizer names them when it prepares the statement.
  func tables(readBy sql: String) throws(SQLiteError) -> Set<String> {
    final class Names { var all: Set<String> = [] }
    let names = Names()
    // Safe: the authorizer is removed before `names` is released.
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, table, _, _, _ in
        if action == SQLITE_READ, let context = unsafe context, let table = unsafe table {
          unsafe Unmanaged<Names>.fromOpaque(context).takeUnretainedValue().all.insert(String(cString: table))
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(names).toOpaque())
    defer { unsafe sqlite3_set_authorizer(handle, nil, nil) }
    var prepared: OpaquePointer?
    // Safe: SQLite copies the text, and the statement is finalized below.
    let code = unsafe sqlite3_prepare_v3(handle, sql, -1, 0, &prepared, nil)
    defer { unsafe sqlite3_finalize(prepared) }
    if code != SQLITE_OK { throw error(code, sql) }
    return names.all
  }

  /// Where the columns of a statement come from; nil for an expression.
  func origins(of statement: Statement) -> [ColumnOrigin?] {
    (0..<Int32(statement.columns.count)).map { column in
      // Safe: the names live until the statement is reset, and are copied.
      guard let table = unsafe espalier_sqlite_table(statement.handle, column),
        let name = unsafe espalier_sqlite_origin(statement.handle, column)
      else { return nil }
      return unsafe origin(String(cString: table), String(cString: name))
    }
  }

  private func origin(_ table: String, _ column: String) -> ColumnOrigin? {
    var type: UnsafePointer<CChar>?
    var collation: UnsafePointer<CChar>?
    var (isNotNull, isKey, counts): (Int32, Int32, Int32) = (0, 0, 0)
    // Safe: the results live until the next call, and are copied.
    let code = unsafe sqlite3_table_column_metadata(
      handle, "main", table, column, &type, &collation, &isNotNull, &isKey, &counts)
    guard code == SQLITE_OK else { return nil }
    let kind = unsafe type.map { unsafe String(cString: $0) } ?? ""
    let sorting = unsafe collation.map { unsafe String(cString: $0) } ?? "BINARY"
    return ColumnOrigin(
      table: table, column: column, collation: sorting.uppercased(), isNotNull: isNotNull != 0,
      isPrimaryKey: isKey != 0, isInteger: kind.uppercased() == "INTEGER")
  }
}
