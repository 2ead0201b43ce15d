/// The content of a row of a table: one piece of markup for each column.
///
/// ```swift
/// struct Plant: TableRow, Identifiable {
///   let id: String
///   var stock: Int
///   var cells: [HTML] {
///     "\(id)"
///     "\(stock)"
///   }
/// }
/// ```
///
/// The table puts each piece into a cell, with the alignment and the title of its column. The number of pieces must be
/// the number of columns. A container that is not a table shows them one after another.
public protocol TableRow: Content {
  /// The markup inside each cell, in the order of the columns. It must depend only on the value.
  @CellBuilder var cells: [HTML] { get }
}

extension TableRow {
  /// The cells one after another, for a list that is not a table.
  public var html: HTML {
    var builder = HTMLBuilder(byteCapacity: 64, slotCapacity: 8)
    for (index, cell) in cells.enumerated() {
      if index > 0 { builder.append(literal: " ") }
      builder.append(html: cell)
    }
    return builder.finish()
  }
}

/// Collects the cells of a row, one expression for each column.
@resultBuilder
public enum CellBuilder {
  /// The markup of one cell.
  public static func buildExpression(_ cell: HTML) -> [HTML] { [cell] }
  /// Cells made elsewhere.
  public static func buildExpression(_ cells: [HTML]) -> [HTML] { cells }
  /// All cells in order.
  public static func buildBlock(_ cells: [HTML]...) -> [HTML] { cells.flatMap(\.self) }
  /// The cells of a loop.
  public static func buildArray(_ cells: [[HTML]]) -> [HTML] { cells.flatMap(\.self) }
  /// The cells of the first branch.
  public static func buildEither(first cells: [HTML]) -> [HTML] { cells }
  /// The cells of the other branch.
  public static func buildEither(second cells: [HTML]) -> [HTML] { cells }
}
