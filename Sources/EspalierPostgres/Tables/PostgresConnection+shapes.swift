import EspalierTables

extension PostgresConnection {
  /// Finds out what is needed to read queries of one shape and to follow them.
  func shape(of query: QueryText, in database: String) throws -> QueryShape {
    // Wrapped as the reads are, so that only a query is one.
    let sql = "SELECT * FROM (\(query.sql.withoutSemicolon.text { "$\($0)" })\n) AS espalier_query"
    let statement = try describe(sql)
    guard statement.parameters.count == query.sql.values.count else {
      throw DatabaseError(
        .parameters, in: database, statement: query.sql.text,
        "the statement has \(statement.parameters.count) parameters, but \(query.sql.values.count) values",
        remedy: "give one value for each parameter")
    }
    let scans = ExplainedPlan(try explain(statement))
    let shape = QueryShape(
      try columns(of: statement), parameters: statement.parameters.map(PostgresType.init),
      try typeNames(statement.parameters), tables: try tables(scans.tables),
      isUnsure: scans.isUnsure || scans.tables.isEmpty, isOnlyScan: scans.isOnlyScan)
    guard shape.tables.count == 1, scans.isOnlyScan, let only = shape.tables.first, !only.hidesRows,
      !query.sql.hasOwnParameters, try changedRowsCanReplace(only, in: query, shape, database)
    else { return shape }
    return shape.following(only)
  }

  /// How the server would run a statement, whatever its parameters are.
  func explain(_ statement: PreparedStatement) throws -> String {
    let nulls =
      statement.parameters.isEmpty ? "" : "(\(statement.parameters.map { _ in "NULL" }.joined(separator: ", ")))"
    return try inSavepoint {
      // So that no table is left out because of the NULLs.
      try runScript(
        """
        SET plan_cache_mode = force_generic_plan; SET enable_partition_pruning = off; SET constraint_exclusion = off
        """)
      defer {
        try? runScript(
          "SET plan_cache_mode = force_custom_plan; RESET enable_partition_pruning; RESET constraint_exclusion")
      }
      return try ask("EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE \(statement.name)\(nulls)")[0, 0] ?? ""
    }
  }

  private func columns(of statement: PreparedStatement) throws -> [QueryShape.Column] {
    let columns = statement.columns
    let found = try execute(
      """
      SELECT coalesce(attnotnull, false), coalesce(CASE
            WHEN attcollation <> 100 THEN collcollate
            -- Older servers know no other provider than the C library.
            WHEN coalesce(to_jsonb(pg_database) ->> 'datlocprovider', 'c') = 'c' THEN datcollate
          END IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8'), false)
        FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS asked (id, number, place)
        LEFT JOIN pg_attribute ON attrelid = asked.id AND attnum = asked.number
        LEFT JOIN pg_collation ON pg_collation.oid = attcollation
        JOIN pg_database ON datname = current_database() ORDER BY place
      """,
      [columns.map { "\($0.table)" }.postgresArray, columns.map { "\($0.number)" }.postgresArray])
    return columns.indices.map { index in
      QueryShape.Column(
        name: columns[index].name, type: columns[index].type, isNotNull: found[index, 0] == "t",
        isOrderedByBytes: found[index, 1] == "t")
    }
  }

  /// The tables that a plan reads. Of a partition it is the table that it is a part of.
  private func tables(_ names: Set<ExplainedPlan.Name>) throws -> [QueryShape.Table] {
    let tables = try execute(
      """
      SELECT DISTINCT pg_class.oid, pg_class.oid::regclass, relname, row_security_active(pg_class.oid),
          greatest(reltuples, 0)::bigint
        FROM unnest($1::text[]) AS asked (name)
        JOIN pg_class ON pg_class.oid = coalesce(pg_partition_root(asked.name::regclass), asked.name::regclass)
        ORDER BY pg_class.oid
      """, [names.map { "\($0.schema.quoted).\($0.table.quoted)" }.postgresArray])
    return (0..<tables.count).map { row in
      QueryShape.Table(
        id: tables[row, 0] ?? "", name: tables[row, 1] ?? "", plainName: tables[row, 2] ?? "",
        hidesRows: tables[row, 3] == "t", rowCount: tables[row, 4].flatMap { Int($0) } ?? 0)
    }
  }

  private func typeNames(_ types: [UInt32]) throws -> [String] {
    if types.isEmpty { return [] }
    let found = try execute(
      "SELECT format_type(id, -1) FROM unnest($1::oid[]) WITH ORDINALITY AS asked (id, place) ORDER BY place",
      [types.map { "\($0)" }.postgresArray])
    return found.rows.map { $0[0] ?? "text" }
  }

  /// Whether a query works with changed rows in place of its table. It does not if it names the table with its schema, or
  /// reads a system column such as `ctid`.
  private func changedRowsCanReplace(
    _ table: QueryShape.Table, in query: QueryText, _ shape: QueryShape, _ database: String
  ) throws -> Bool {
    let plan = try shape.plan(query, in: database, schema: "", follows: false)
    do {
      let text = shape.keysOfChangedRows(plan, of: table)
      return try ExplainedPlan(explain(inSavepoint { try describe(text) })).tables.isEmpty
    } catch let error as PostgresError where error.isConnected {
      return false
    }
  }

  /// Runs statements in a transaction that goes on if they fail.
  func inSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    guard isInTransaction else { return try body() }
    try runScript("SAVEPOINT espalier")
    do {
      let result = try body()
      try runScript("RELEASE SAVEPOINT espalier")
      return result
    } catch {
      if isInTransaction { try runScript("ROLLBACK TO SAVEPOINT espalier; RELEASE SAVEPOINT espalier") }
      throw error
    }
  }

  /// The parameters of a statement, as PostgreSQL reads them.
  func texts(_ sql: SQL, _ statement: PreparedStatement, in database: String) throws -> [String?] {
    try zip(sql.values, statement.parameters).map { value, type in
      let text = PostgresType(oid: type).text(value)
      if text?.utf8.contains(0) == true {
        throw DatabaseError(
          .parameters, in: database, statement: sql.text, "PostgreSQL stores no text with the character U+0000",
          remedy: "remove it")
      }
      return text
    }
  }
}
