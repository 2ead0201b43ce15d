/// The content of a table's head: the titles of the columns, with buttons that sort.
struct TableHead: Content {
  /// What the table shows.
  let caption: String
  let columns: [Table.Column]
  /// The current order; nil for none.
  let order: Table.Order?
  /// The language of the page.
  var language = Language.english

  private enum CodingKeys: CodingKey { case caption, columns, order }

  init(_ table: Table) {
    (caption, columns, order) = (table.caption, table.columns, table.order)
  }

  private var table: Table { Table(caption, columns: columns, order: order) }

  /// The titles, for a list that is not a table.
  var html: HTML { "\(cells)" }

  /// The markup inside each cell. A live region says the new order, because assistive technology does not report a
  /// change of `aria-sort`.
  var cells: [HTML] {
    columns.map { column in
      guard column.isSortable else { return "\(column.title)" }
      return """
        <button class="e-sort" \(Table.sort, sends: table.nextOrder(by: column))>\(column.title)</button>\
        <span class="e-spoken" role="status">\(spoken(column))</span>
        """
    }
  }

  /// The value of a sortable column's `aria-sort`.
  func direction(of column: Table.Column) -> String {
    guard let order, order.column == column.id else { return "none" }
    return order.isDescending ? "descending" : "ascending"
  }

  /// Why an order is not one of this table, with the orders that are; nil if it is one.
  func refusal(of order: Table.Order) -> PayloadError? {
    let sortable = columns.filter(\.isSortable).map(\.id)
    if sortable.contains(order.column) { return nil }
    let isColumn = columns.contains { $0.id == order.column }
    let known =
      sortable.isEmpty ? "no column is sortable" : "the sortable columns are \(sortable.joined(separator: ", "))"
    return PayloadError(field: "data.column", reason: "\(isColumn ? "is not sortable" : "is not a column"); \(known)")
  }

  private func spoken(_ column: Table.Column) -> String {
    guard let order, order.column == column.id else { return "" }
    let name = order.isDescending ? Words.Text.sortedDescending : .sortedAscending
    return language.words.text(name, ["column": column.title])
  }
}

/// The node of a table's head.
final class TableHeadModel: CellModel<TableHead> {
  init(_ table: Table) { super.init(TableHead(table)) }

  /// Follows the language of the page.
  override func willRender() { content.language = pageLanguage }
}
