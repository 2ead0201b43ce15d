/// What a database knows about a query: its columns, its order, and whether its changes can be followed row by row.
package final class QueryPlan: Sendable {
  /// A column of a key.
  package struct Column: Sendable {
    /// How it is written in SQL.
    let name: String
    /// Whether it is never NULL.
    let isNotNull: Bool
    /// What follows its name in ORDER BY, so that small values come first and NULL is the smallest.
    let ascending: String
    /// What follows its name in ORDER BY, so that large values come first.
    let descending: String

    package init(_ name: String, isNotNull: Bool, ascending: String = "", descending: String = " DESC") {
      (self.name, self.isNotNull) = (name, isNotNull)
      (self.ascending, self.descending) = (ascending, descending)
    }
  }

  package let text: QueryText
  /// The statement without its last semicolon.
  package let sql: SQL
  /// The columns of a key: the sort columns and the id.
  let columns: [Column]
  /// The indexes of these columns in the result.
  let keyColumns: [Int]
  let sectionColumn: Int?
  package let order: KeyOrder
  /// The tables that the query reads; nil if they cannot be told.
  package let tables: Set<String>?
  /// The table whose rows can be followed one by one.
  package let followedTable: String?
  /// The state of the schema for which this is true.
  package let schema: String
  /// What the engine knows beside it.
  package let facts: (any AnyObject & Sendable)?

  /// `names` are the columns of the result. Throws a ``DatabaseError`` if one that orders the rows is missing.
  package init(
    _ text: QueryText, result names: [String], database: String, tables: Set<String>?, followedTable: String?,
    schema: String, facts: (any AnyObject & Sendable)? = nil,
    column: (SortColumn, _ index: Int) -> (column: Column, collation: Collation)
  ) throws {
    if let problem = text.sql.problem {
      throw DatabaseError(
        .parameters, in: database, statement: text.sql.text, problem, remedy: "interpolate one of its properties")
    }
    func index(_ name: String) throws -> Int {
      if let index = names.firstIndex(of: name) { return index }
      throw DatabaseError(
        .noColumn, in: database, statement: text.sql.text, "the result has no column \(name)",
        remedy: "select it, or give a column that name with AS")
    }
    let keyColumns = try text.order.map { try index($0.column) }
    let columns = zip(text.order, keyColumns).map(column)
    (self.text, self.columns, self.keyColumns) = (text, columns.map(\.column), keyColumns)
    sql = text.sql.withoutSemicolon
    sectionColumn = try text.section.map(index)
    order = KeyOrder(
      columns: zip(text.order, columns).map { sort, column in
        KeyOrder.Column(isDescending: sort.isDescending, collation: column.collation)
      })
    (self.tables, self.followedTable, self.schema, self.facts) = (tables, followedTable, schema, facts)
  }

  /// The number of values in a key.
  package var keyCount: Int { columns.count }
}
