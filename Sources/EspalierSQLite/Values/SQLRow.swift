/// A row as another ``LiveDatabase`` reads it: the values of its columns.
package struct SQLRow: Hashable, Sendable {
  /// The names of the columns. The first of several columns with one name counts.
  package let columns: [String]
  /// The values, in the order of the columns.
  package let values: [SQLValue]

  /// A row with as many values as columns.
  package init(columns: [String], values: [SQLValue]) {
    precondition(columns.count == values.count, "a row has one value for each column")
    (self.columns, self.values) = (columns, values)
  }

  /// The value of a column; nil if there is no such column.
  package subscript(column: String) -> SQLValue? { columns.firstIndex(of: column).map { values[$0] } }

  /// Decodes each property from the column with its name, as ``Database`` does. Throws an error that names the column.
  package func decode<Row: Decodable>(_ type: Row.Type = Row.self) throws -> Row {
    let reader = Reader(values)
    return try withExtendedLifetime(reader) { try Row(from: RowDecoder(columns, reader)) }
  }

  /// A number for the types and the values. Rows that differ have different numbers, except one pair in 2^64.
  var rowHash: UInt64 {
    var hash = RowHash()
    for value in values { hash.add(value) }
    return hash.value
  }

  private final class Reader: ColumnReader {
    let values: [SQLValue]

    init(_ values: [SQLValue]) { self.values = values }

    func value(_ column: Int) -> SQLValue { values[column] }
    func isNull(_ column: Int) -> Bool { values[column] == .null }
  }
}

extension RowHash {
  fileprivate mutating func add(_ value: SQLValue) {
    switch value {
    case .null: combine(0 as UInt64)
    case .integer(let number):
      combine(1 as UInt64)
      combine(UInt64(bitPattern: number))
    case .real(let number):
      combine(2 as UInt64)
      combine(number.bitPattern)
    case .text(let text):
      combine(3 as UInt64)
      add(Array(text.utf8))
    case .blob(let bytes):
      combine(4 as UInt64)
      add(bytes)
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    // Safe: the buffer is used only until the end of this call.
    unsafe bytes.withUnsafeBytes { unsafe combine($0) }
  }
}
