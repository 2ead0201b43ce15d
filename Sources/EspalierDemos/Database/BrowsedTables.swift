import Espalier
import EspalierSQLite

/// The tables of a database file that this program knows nothing about. Every name comes from the file itself.
struct BrowsedTables: Sendable {
  let database: Database

  /// All tables and views, by name.
  var all: Query<TableName> {
    Query(
      """
      SELECT name AS id, type, ncol FROM pragma_table_list
      WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
      """)
  }

  /// The columns of a table, in their order, and how its rows are identified.
  func columns(of table: String) -> Query<TableColumn> {
    Query(
      """
      SELECT cid AS id, info.name, info.type, info.pk,
        list.type = 'table' AND NOT list.wr AS hasRowid, list.type = 'view' AS isView
      FROM pragma_table_xinfo(\(table)) AS info, pragma_table_list(\(table)) AS list
      WHERE list.schema = 'main' AND info.hidden IN (0, 2, 3)
      """)
  }

  /// The rows of a table that contain a text, in an order. Without a column the text may be in any of them.
  func rows(of table: String, _ columns: [TableColumn], _ view: RowsView) -> Query<DataRow> {
    let order = view.order
    let cells = columns.enumerated().map { "\(DataRow.expression(of: quoted($1.name))) AS \(DataRow.name(of: $0))" }
    let sort = order.map { ["\(quoted($0.column)) AS \(quoted(DataRow.sortName))"] } ?? []
    var sql = "SELECT \((["\(id(columns)) AS \(quoted(DataRow.idName))"] + sort + cells).joined(separator: ", "))"
    sql += " FROM \(quoted(table))"
    var values: [SQLValue] = []
    if let text = view.filter {
      let searched = view.column.map { [$0] } ?? columns.map(\.name)
      let pattern = "%\(escaped(text))%"
      sql += " WHERE " + searched.map { "\(quoted($0)) LIKE ? ESCAPE '!'" }.joined(separator: " OR ")
      values = searched.map { _ in .text(pattern) }
    }
    let statement = SQL(sql, values)
    guard let order else { return Query(statement, id: DataRow.idName) }
    return Query(
      statement, sortedBy: order.isDescending ? .descending(DataRow.sortName) : .ascending(DataRow.sortName),
      id: DataRow.idName)
  }

  /// What tells the rows apart: the rowid, or the primary key of a table without one, or the number of a row of a view. The
  /// rowid has three names, and a column may have one of them (SQLite, "Rowid Tables").
  private func id(_ columns: [TableColumn]) -> String {
    let taken = Set(columns.map { $0.name.lowercased() })
    let free = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    if columns.first?.hasRowid == true, let free { return free }
    let keys = columns.filter { $0.pk > 0 }.sorted { $0.pk < $1.pk }
    if keys.isEmpty { return "row_number() OVER ()" }
    return keys.map { "quote(\(quoted($0.name)))" }.joined(separator: " || ',' || ")
  }

  /// A name as SQL writes it (SQLite, "SQLite Keywords").
  private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// A text as a pattern of LIKE that contains it.
  private func escaped(_ text: String) -> String {
    String(text.flatMap { "!%_".contains($0) ? ["!", $0] : [$0] })
  }
}

/// What somebody looks at in a table: its order, and the text that its rows contain.
struct RowsView: Hashable, Sendable {
  var order: Table.Order?
  var filter: String?
  var column: String?
}
