import Espalier
import EspalierSQLite

/// The rows of a table: `/database/person?sort=last&filter=love`.
struct TableURL: SiteURL {
  static let path = "/database/{table}"
  var table: String
  /// The column that orders the rows; without one they have the order of the file.
  var sort: String?
  var descending = false
  /// The text that rows contain, in one column or in any.
  var filter: String?
  var column: String?
  var at: ListAnchor?
}

/// The rows of one table. What is shown is in the URL, so that it can be shared.
final class TablePage: ContainerModel {
  private let url: TableURL
  private let tables: BrowsedTables
  private let form: CellModel<RowFilter>
  private let rows = ContainerModel(id: "rows")

  init(_ url: TableURL, _ tables: BrowsedTables) {
    (self.url, self.tables) = (url, tables)
    form = CellModel(RowFilter(column: url.column, text: url.filter))
    super.init()
    pageInfo.title = url.table
  }

  override func didLoad() {
    add(form)
    add(rows)
    listen(to: tables.columns(of: url.table), in: tables.database) { page, columns in page.show(columns.rows) }
    on(RowFilter.filter) { page, form in
      var url = page.url
      (url.filter, url.column, url.at) = (form.text, form.column, nil)
      if form.text.isEmpty { url.filter = nil }
      if form.column.isEmpty { url.column = nil }
      page.navigate(to: url)
    }
    on(Table.sort) { page, order in
      var url = page.url
      (url.sort, url.descending, url.at) = (order.column, order.isDescending, nil)
      page.navigate(to: url)
    }
  }

  /// Shows the table anew, because its columns are known now or have changed.
  private func show(_ columns: [TableColumn]) {
    pageInfo.status = columns.isEmpty ? .notFound : .found
    form.content.columns = columns.map(\.name)
    guard !columns.isEmpty else {
      rows.children.source = nil
      rows.header = CellModel(NoTable(table: url.table))
      return
    }
    // A name in the URL may be of a column that was renamed.
    let names = Set(columns.map(\.name))
    let sort = url.sort.flatMap { names.contains($0) ? $0 : nil }
    let view = RowsView(
      order: sort.map { Table.Order($0, isDescending: url.descending) }, filter: url.filter,
      column: url.column.flatMap { names.contains($0) ? $0 : nil })
    let link = { [url] (anchor: ListAnchor) in
      var url = url
      url.at = anchor
      return url
    }
    let heads = columns.map { column in
      Table.Column(column.name, column.name, alignment: column.isNumeric ? .end : .start, isSortable: true)
    }
    let table = Table(url.table, columns: heads, order: view.order)
    rows.header = .earlierRows(link: link)
    rows.footer = .laterRows(link: link)
    // The head of a table is its own, so that the way to earlier rows stands around the table.
    rows.children.source = .sections([
      FetchedSource(
        tables.rows(of: url.table, columns, view), in: tables.database, at: url.at ?? .start
      ) { _ in SourceSection(id: "table", layout: .table(table)) }
    ])
  }
}
