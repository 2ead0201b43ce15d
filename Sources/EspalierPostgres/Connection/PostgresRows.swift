import EspalierTables

/// The rows of a result, one after the other, as values of Swift.
final class PostgresRows: ColumnReader {
  private let columns: [PreparedStatement.Column]
  private var result: PostgresResult
  private var row = 0
  private(set) lazy var decoder = RowDecoder(columns.map(\.name), self)

  init(_ result: PostgresResult, _ columns: [PreparedStatement.Column]) {
    (self.result, self.columns) = (result, columns)
  }

  /// Calls `body` for each row until it returns false.
  func each(_ body: (PostgresRows) throws -> Bool) rethrows {
    while row < result.count {
      if try !body(self) { return }
      row += 1
    }
  }

  /// Shows the only row of another result.
  func show(_ result: PostgresResult) { self.result = result }

  func isNull(_ column: Int) -> Bool { result.isNull(row, column) }

  func value(_ column: Int) -> SQLValue { result[row, column].map(columns[column].type.value) ?? .null }

  func text(_ column: Int) -> String? {
    switch columns[column].type {
    case .integer, .boolean, .real, .bytes: nil
    case .text, .paddedText, .decimal, .uuid, .moment, .other: result[row, column]
    }
  }

  var rowHash: UInt64 {
    var hash = RowHash()
    for column in columns.indices { result.hash(row, column, into: &hash) }
    return hash.value
  }
}
