internal import CPostgres
import EspalierTables

/// The rows that a statement has returned.
@safe package final class PostgresResult {
  private let handle: OpaquePointer

  // Safe: this object owns the result until it clears it.
  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe PQclear(handle) }

  /// The number of rows.
  package var count: Int { unsafe Int(PQntuples(handle)) }

  var columnCount: Int { unsafe Int(PQnfields(handle)) }

  /// The number of rows that the statement has changed.
  package var changes: Int { unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0 }

  /// What the statement has done, for example `COMMIT`.
  package var command: String { unsafe String(cString: PQcmdStatus(handle)) }

  /// SQLSTATE; nil if the database has not said it.
  var state: String? {
    // Safe: the text lives as long as the result.
    unsafe PQresultErrorField(handle, Int32(UInt8(ascii: "C"))).map { unsafe String(cString: $0) }
  }

  package func isNull(_ row: Int, _ column: Int) -> Bool { unsafe PQgetisnull(handle, Int32(row), Int32(column)) == 1 }

  /// The text of a value; nil for NULL.
  package subscript(row: Int, column: Int) -> String? {
    // Safe: the text lives as long as the result, and ends with a zero.
    if isNull(row, column) { return nil }
    return unsafe String(cString: PQgetvalue(handle, Int32(row), Int32(column)))
  }

  /// Adds a value to a hash.
  func hash(_ row: Int, _ column: Int, into hash: inout RowHash) {
    if isNull(row, column) { return hash.combine(UInt64.max) }
    let count = unsafe Int(PQgetlength(handle, Int32(row), Int32(column)))
    // Safe: the bytes live as long as the result, and are used only inside the call.
    unsafe hash.combine(UnsafeRawBufferPointer(start: PQgetvalue(handle, Int32(row), Int32(column)), count: count))
  }

  /// All values. Nil is NULL.
  package var rows: [[String?]] { (0..<count).map { row in (0..<columnCount).map { self[row, $0] } } }

  /// The columns of a statement that was described.
  var columns: [PreparedStatement.Column] {
    (0..<Int32(columnCount)).map { column in
      // Safe: the name lives as long as the result.
      PreparedStatement.Column(
        name: unsafe String(cString: PQfname(handle, column)), table: unsafe PQftable(handle, column),
        number: unsafe Int(PQftablecol(handle, column)), type: PostgresType(oid: unsafe PQftype(handle, column)))
    }
  }

  /// The types of the parameters of a statement that was described.
  var parameterTypes: [UInt32] {
    let count = unsafe PQnparams(handle)
    return (0..<count).map { unsafe PQparamtype(handle, $0) }
  }
}

/// A statement that the server has prepared.
package struct PreparedStatement: Sendable {
  package struct Column: Sendable {
    let name: String
    /// The table that it comes from, and its number there; 0 for an expression.
    let table: UInt32
    let number: Int
    let type: PostgresType
  }

  let name: String
  private(set) var isDescribed = false
  /// The types of the parameters.
  private(set) var parameters: [UInt32] = []
  private(set) var columns: [Column] = []

  init(name: String) { self.name = name }

  func described(by result: PostgresResult) -> PreparedStatement {
    var statement = self
    (statement.isDescribed, statement.parameters, statement.columns) = (true, result.parameterTypes, result.columns)
    return statement
  }
}
