/// Gives the values of the current row to a decoder. Columns count from zero.
protocol ColumnReader: AnyObject {
  func isNull(_ column: Int) -> Bool
  func value(_ column: Int) -> SQLValue
}
