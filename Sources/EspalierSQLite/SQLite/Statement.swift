internal import CSQLite
import EspalierTables

/// A prepared statement.
@safe
final class Statement {
  let handle: OpaquePointer
  /// Makes Swift values of the rows.
  private(set) lazy var decoder = RowDecoder(columns, self)

  // Safe: this object owns the handle until it finalizes it.
  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Sets the values of the parameters, starting with the first; nil is NULL.
  func bind(_ parameters: [String?]) {
    for (index, parameter) in parameters.enumerated() {
      let position = Int32(index + 1)
      guard let parameter else {
        unsafe sqlite3_bind_null(handle, position)
        continue
      }
      // Safe: SQLite copies the bytes (transient). Their number is given, so that NUL bytes are kept.
      _ = unsafe parameter.withCString { text in
        unsafe sqlite3_bind_text(handle, position, text, Int32(parameter.utf8.count), espalier_sqlite_transient())
      }
    }
  }

  func step() -> Int32 { unsafe sqlite3_step(handle) }

  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// The text of a column, empty for NULL.
  func text(_ column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    // Safe: the column's bytes live until the next step, and are copied here.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}

/// The current row of a statement.
struct Row {
  let statement: Statement
  subscript(column: Int32) -> String { statement.text(column) }
}
