import EspalierTables

extension QueryPlan {
  /// What SQLite knows about a query. Its rows can be followed one by one if its id is the rowid of its table.
  convenience init(_ text: QueryText, _ connection: Connection, _ file: DatabaseFile, schema: String) throws {
    let sql = text.sql.withoutSemicolon.text
    let statement = try connection.statement(for: sql)
    let names = statement.columns
    guard statement.isReadOnly, !names.isEmpty else {
      throw DatabaseError(
        .statement, in: file.path, statement: sql, "a query must be a SELECT", remedy: "write with `write`")
    }
    guard statement.parameterCount == text.sql.values.count else {
      throw DatabaseError(
        .parameters, in: file.path, statement: sql,
        "the statement has \(statement.parameterCount) parameters, but \(text.sql.values.count) values",
        remedy: "give one value for each parameter")
    }
    let origins = connection.origins(of: statement)
    let tables = try connection.tables(readBy: sql)
    let id = text.order.last.flatMap { names.firstIndex(of: $0.column) }
    let followed = try Self.followedTable(sql, id.flatMap { origins[$0] }, tables, connection)
    try self.init(
      text, result: names, database: file.path,
      tables: try tables.contains { try connection.isVirtual($0) } ? nil : tables,
      followedTable: followed, schema: schema
    ) { key, index in
      let origin = origins[index]
      let name = "\"" + key.column.replacing("\"", with: "\"\"") + "\""
      let isNotNull = followed != nil && (origin?.isNotNull == true || (origin?.isPrimaryKey == true && index == id))
      // An expression may have any collation, so that it is written down. A column has its own, which its index has, too.
      return (
        Column(origin == nil ? name + " COLLATE BINARY" : name, isNotNull: isNotNull),
        origin.flatMap { Collation(rawValue: $0.collation) } ?? .binary
      )
    }
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
}

extension Connection {
  /// Whether a table is virtual: then the hook names other tables when it changes.
  fileprivate func isVirtual(_ table: String) throws -> Bool {
    try integer("SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE 'CREATE VIRTUAL%'", [.text(table)]) != nil
  }

  /// Whether the primary key of a table is its rowid: any other key has an index of its own.
  fileprivate func hasRowidAsKey(_ table: String) throws -> Bool {
    try integer("SELECT count(*) FROM pragma_index_list(?) WHERE origin = 'pk'", [.text(table)]) == 0
  }
}
