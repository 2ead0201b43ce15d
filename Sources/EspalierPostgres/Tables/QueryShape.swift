import EspalierTables

/// What PostgreSQL knows about all queries with one text and one order, whatever their values.
final class QueryShape: Sendable {
  /// What tells one shape from another.
  struct Key: Hashable {
    let text: String
    let order: [SortColumn]

    init(_ query: QueryText) { (text, order) = (query.sql.text, query.order) }
  }

  /// A table that a query reads.
  struct Table: Hashable {
    let id: String
    /// How SQL writes its name, with its schema if that is needed.
    let name: String
    /// Its name without the schema.
    let plainName: String
    /// Whether its rows differ from role to role.
    let hidesRows: Bool
    /// About how many rows it has.
    let rowCount: Int
  }

  /// A column of the result.
  struct Column {
    let name: String
    let type: PostgresType
    var isNotNull = false
    var isOrderedByBytes = false
  }

  let columns: [Column]
  /// The types of the parameters, and how SQL writes their names.
  let parameters: [PostgresType]
  let parameterNames: [String]
  /// In the order of their numbers.
  let tables: [Table]
  /// Whether it may read other tables as well.
  let isUnsure: Bool
  /// Whether each row of the result is a row of the only table.
  let isOnlyScan: Bool
  /// The table if the queries can be followed row by row; nil if not. They then run over the changed rows in place of the table,
  /// and return their keys.
  let followable: Table?

  init(
    _ columns: [Column], parameters: [PostgresType], _ parameterNames: [String], tables: [Table], isUnsure: Bool,
    isOnlyScan: Bool, followable: Table? = nil
  ) {
    (self.columns, self.parameters, self.parameterNames) = (columns, parameters, parameterNames)
    (self.tables, self.isUnsure, self.isOnlyScan, self.followable) = (tables, isUnsure, isOnlyScan, followable)
  }

  /// The same, followed row by row.
  func following(_ table: Table) -> QueryShape {
    QueryShape(
      columns, parameters: parameters, parameterNames, tables: tables, isUnsure: isUnsure, isOnlyScan: isOnlyScan,
      followable: table)
  }

  /// The plan of a query of this shape.
  func plan(_ query: QueryText, in database: String, schema: String, follows: Bool) throws -> QueryPlan {
    try QueryPlan(
      query, result: columns.map(\.name), database: database, tables: isUnsure ? nil : Set(tables.map(\.id)),
      followedTable: follows ? followable?.id : nil, schema: schema, facts: self
    ) { _, index in
      let column = columns[index]
      // An outer join may add NULL to a column that has none.
      let isNotNull = isOnlyScan && column.isNotNull
      return (
        QueryPlan.Column(
          column.sortedName, isNotNull: isNotNull, ascending: isNotNull ? "" : " NULLS FIRST",
          descending: isNotNull ? " DESC" : " DESC NULLS LAST"), column.type.collation
      )
    }
  }

  /// A statement that returns, for each key of a changed row, the number of the query, 1 or 2, and the key. `$1` has the rows as
  /// they were, as JSON, and `$2` as they are; `$3` has the numbers of the queries, and each further parameter the values of
  /// one parameter of the queries, as an array. WITH gives the rows the name of the table, so the query reads them instead of it.
  func keysOfChangedRows(_ plan: QueryPlan, of table: Table) -> String {
    let arrays = ["$3::bigint[]"] + parameterNames.enumerated().map { "$\($0 + 4)::\($1)[]" }
    let names = ["number"] + parameterNames.indices.map { "p\($0 + 1)" }
    let parts = [1, 2].map { rows in
      """
      (WITH \(table.plainName.quoted) AS MATERIALIZED (
        SELECT * FROM json_populate_recordset(NULL::\(table.name), $\(rows)::json))
      SELECT espalier_asked.number, \(rows), espalier_found.*
        FROM unnest(\(arrays.joined(separator: ", "))) AS espalier_asked (\(names.joined(separator: ", "))),
        LATERAL (SELECT \(plan.names) FROM (\(plan.sql.text { "espalier_asked.p\($0)" })
      ) AS espalier_query) AS espalier_found)
      """
    }
    return parts.joined(separator: " UNION ALL ")
  }
}

extension QueryShape.Column {
  /// How a key writes it. Texts are in the order of their bytes, as in SQLite. A column of a type that Swift cannot compare is ordered by
  /// its text.
  fileprivate var sortedName: String {
    switch type {
    case .text, .paddedText: name.quoted + (isOrderedByBytes ? "" : " COLLATE \"C\"")
    case .other: name.quoted + "::text COLLATE \"C\""
    case .integer, .boolean, .real, .bytes, .decimal, .uuid, .moment: name.quoted
    }
  }
}

extension String {
  /// The name as SQL writes it.
  var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
