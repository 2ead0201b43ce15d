internal import CSQLite
import EspalierTables

extension Statement: ColumnReader {
  /// The number of parameters.
  var parameterCount: Int { unsafe Int(sqlite3_bind_parameter_count(handle)) }

  /// The names of the columns.
  var columns: [String] {
    // Safe: the names live until the next call, and are copied.
    (0..<columnCount).map { index in
      guard let name = unsafe sqlite3_column_name(handle, index) else { return "" }
      return unsafe String(cString: name)
    }
  }

  /// The number of columns.
  var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  /// Whether the statement writes nothing.
  var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  /// Sets the values of all parameters. Returns SQLite's code.
  func bind(_ values: [SQLValue]) -> Int32 {
    for (index, value) in values.enumerated() {
      let code = bind(value, Int32(index + 1))
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  private func bind(_ value: SQLValue, _ position: Int32) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(handle, position)
    case .integer(let number): return unsafe sqlite3_bind_int64(handle, position, number)
    case .real(let number): return unsafe sqlite3_bind_double(handle, position, number)
    case .text(let text):
      let count = UInt64(text.utf8.count)
      // Safe: SQLite copies the bytes (transient). Their number is given, so that NUL bytes are kept.
      return unsafe text.withCString { bytes in
        unsafe sqlite3_bind_text64(
          handle, position, bytes, count, espalier_sqlite_transient(), UInt8(SQLITE_UTF8))
      }
    case .blob(let bytes):
      if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(handle, position, 0) }
      // Safe: SQLite copies the bytes (transient).
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe sqlite3_bind_blob64(
          handle, position, buffer.baseAddress, UInt64(buffer.count), espalier_sqlite_transient())
      }
    }
  }

  func isNull(_ column: Int) -> Bool { unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

  /// The value of a column in the current row.
  func value(_ column: Int) -> SQLValue {
    let index = Int32(column)
    switch unsafe sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, index))
    case SQLITE_TEXT: return .text(text(index))
    case SQLITE_BLOB: return .blob(unsafe bytes(index) { unsafe [UInt8]($0) })
    default: return .null
    }
  }

  /// A number for the types and the bytes of all columns. Rows that differ have different numbers, except one pair in
  /// 2^64. It costs a tenth of decoding the row.
  var rowHash: UInt64 {
    var hash = RowHash()
    for column in 0..<columnCount {
      let type = unsafe sqlite3_column_type(handle, column)
      hash.combine(UInt64(type))
      switch type {
      case SQLITE_INTEGER: hash.combine(UInt64(bitPattern: unsafe sqlite3_column_int64(handle, column)))
      case SQLITE_FLOAT: hash.combine(unsafe sqlite3_column_double(handle, column).bitPattern)
      case SQLITE_TEXT, SQLITE_BLOB: unsafe bytes(column) { unsafe hash.combine($0) }
      default: break
      }
    }
    return hash.value
  }

  /// Reads the bytes of a text or a blob.
  private func bytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // Safe: the column's bytes live until the next step, and the buffer only until the end of this call. The bytes of a
    // text are asked for after its pointer, which may convert it.
    let start = unsafe sqlite3_column_blob(handle, column)
    return unsafe body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
