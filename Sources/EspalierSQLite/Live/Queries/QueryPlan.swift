/// What SQLite knows about a query: its columns, its order, and whether its changes can be followed row by row.
struct QueryPlan: Sendable {
  let text: QueryText
  /// The statement without its last semicolon.
  let sql: String
  /// The indexes of the columns of a key: the sort columns and the id.
  let keyColumns: [Int]
  let sectionColumn: Int?
  let order: KeyOrder
  /// How the columns of a key are written in SQL.
  let keyNames: [String]
  /// Which columns of a key are never NULL.
  let isNotNull: [Bool]
  /// The tables that the query reads; nil if they cannot be told.
  let tables: Set<String>?
  /// The table whose rows can be followed one by one.
  let followedTable: String?
  /// The version of the schema for which this is true.
  let schema: Int64

  init(_ text: QueryText, _ connection: Connection, _ file: DatabaseFile, schema: Int64) throws {
    try text.sql.check(file)
    self.text = text
    self.schema = schema
    let sql = Self.withoutSemicolon(text.sql.text)
    let statement = try connection.statement(for: sql)
    let columns = statement.columns
    guard statement.isReadOnly, !columns.isEmpty else {
      throw DatabaseError(
        .statement, file: file.path, statement: sql, "a query must be a SELECT", remedy: "write with `write`")
    }
    guard statement.parameterCount == text.sql.values.count else {
      throw DatabaseError(
        .parameters, file: file.path, statement: sql,
        "the statement has \(statement.parameterCount) parameters, but \(text.sql.values.count) values",
        remedy: "give one value for each parameter")
    }
    func index(_ name: String) throws -> Int {
      if let index = columns.firstIndex(of: name) { return index }
      throw DatabaseError(
        .noColumn, file: file.path, statement: sql, "the result has no column \(name)",
        remedy: "select it, or give a column that name with AS")
    }
    let sort = text.order
    let keyColumns = try sort.map { try index($0.column) }
    let origins = connection.origins(of: statement)
    let tables = try connection.tables(readBy: sql)
    let followed = try Self.followedTable(sql, origins[keyColumns[sort.count - 1]], tables, connection)
    self.sql = sql
    self.keyColumns = keyColumns
    sectionColumn = try text.section.map(index)
    order = KeyOrder(
      columns: zip(sort, keyColumns).map { key, column in
        let collation = origins[column].flatMap { Collation(rawValue: $0.collation) } ?? .binary
        return KeyOrder.Column(isDescending: key.isDescending, collation: collation)
      })
    keyNames = zip(sort, keyColumns).map { key, column in
      let name =
        "\"" + key.column.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
      // An expression may have any collation, so that it is written down. A column has its own, which its index has, too.
      return origins[column] == nil ? name + " COLLATE BINARY" : name
    }
    isNotNull = keyColumns.map { column in
      guard followed != nil, let origin = origins[column] else { return false }
      return origin.isNotNull || (origin.isPrimaryKey && column == keyColumns.last)
    }
    self.tables = try tables.contains { try connection.isVirtual($0) } ? nil : tables
    followedTable = followed
  }

  /// The table whose rows are the rows of the query, if its id is the rowid of the table.
  private static func followedTable(
    _ sql: String, _ id: ColumnOrigin?, _ tables: Set<String>, _ connection: Connection
  ) throws -> String? {
    guard let id, tables == [id.table], id.isPrimaryKey, id.isInteger, SQLWords(sql).isOneSelect,
      try !connection.isVirtual(id.table), try connection.hasRowidAsKey(id.table)
    else { return nil }
    return id.table
  }

  private static func withoutSemicolon(_ sql: String) -> String {
    var text = sql[...]
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return String(text)
  }
}

extension Connection {
  /// Whether a table is virtual: then the hook names other tables when it changes.
  func isVirtual(_ table: String) throws -> Bool {
    try integer("SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE 'CREATE VIRTUAL%'", [.text(table)]) != nil
  }

  /// Whether the primary key of a table is its rowid: any other key has an index of its own.
  func hasRowidAsKey(_ table: String) throws -> Bool {
    try integer("SELECT count(*) FROM pragma_index_list(?) WHERE origin = 'pk'", [.text(table)]) == 0
  }
}
