/// Gives the values of the current row of a result. Columns count from zero.
package protocol ColumnReader: AnyObject {
  func isNull(_ column: Int) -> Bool
  func value(_ column: Int) -> SQLValue
  /// What a String property gets; nil if the column has no text.
  func text(_ column: Int) -> String?
  /// A number for the types and the bytes of all columns. Rows that differ have different numbers, except one pair in
  /// 2^64.
  var rowHash: UInt64 { get }
  /// Makes Swift values of the rows.
  var decoder: RowDecoder { get }
}

extension ColumnReader {
  /// A text column.
  package func text(_ column: Int) -> String? {
    if case .text(let text) = value(column) { text } else { nil }
  }
}
