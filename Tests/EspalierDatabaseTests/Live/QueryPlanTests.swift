import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierSQLite
@testable import EspalierTables

/// What the library knows about a query, and the statements that it makes of it.
@Suite struct QueryPlanTests {
  private let folder: TemporaryFolder
  private let connection: Connection
  private let file: DatabaseFile

  init() throws {
    folder = try TemporaryFolder()
    file = DatabaseFile(path: folder.path + "/plan.sqlite", schema: nil, limits: DatabaseLimits(), followsRows: true)
    connection = try Connection(path: file.path)
    try connection.execute(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, last TEXT COLLATE NOCASE, born, active, note TEXT NOT NULL DEFAULT '');
      CREATE INDEX by_name ON person (last, id) WHERE active = 1;
      CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER);
      CREATE TABLE word (id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE pair (id INTEGER, other, PRIMARY KEY (id, other));
      CREATE TABLE odd (id INTEGER PRIMARY KEY DESC);
      CREATE VIEW everybody AS SELECT * FROM person;
      CREATE VIRTUAL TABLE letter USING fts5 (text);
      """)
  }

  private func plan(_ sql: SQL, _ sort: SortColumn..., id: String = "id") throws -> QueryPlan {
    try QueryPlan(QueryText(sql: sql, sort: sort, id: id, section: nil), connection, file, schema: "1")
  }

  @Test(arguments: [
    "SELECT id FROM person", "SELECT * FROM person WHERE active = 1 AND last LIKE 'limit %' -- DISTINCT ' \" [",
    "select p.id, \"last\" AS [group], upper(born) from person AS p /* GROUP BY ' */ where note <> 'it''s a union';",
  ])
  func `changes of one table are followed row by row`(sql: String) throws {
    let plan = try plan(SQL(sql))
    #expect(plan.followedTable == "person" && plan.tables == ["person"])
  }

  private static let others: [(sql: String, tables: Set<String>)] = [
    ("SELECT DISTINCT id FROM person", ["person"]),
    ("SELECT id, count(*) FROM person GROUP BY last", ["person"]),
    ("SELECT max(id) AS id FROM person", ["person"]),
    ("SELECT id FROM person LIMIT 3", ["person"]),
    ("SELECT id, row_number() OVER (ORDER BY last) FROM person", ["person"]),
    ("SELECT id + 0 AS id FROM person", ["person"]),
    ("SELECT id FROM person UNION ALL SELECT id FROM pet", ["person", "pet"]),
    ("SELECT id FROM word", ["word"]),
    ("SELECT pet.id FROM pet JOIN person ON person.id = owner", ["person", "pet"]),
    ("SELECT other AS id FROM pair", ["pair"]),
    ("SELECT id, (SELECT count(*) FROM pet) FROM person", ["person", "pet"]),
    ("SELECT id FROM pair", ["pair"]),
    ("SELECT p.id FROM person p, person q WHERE p.id = q.born", ["person"]),
    ("SELECT id FROM odd", ["odd"]),
    ("SELECT owner AS id FROM pet", ["pet"]),
    ("WITH x AS (SELECT * FROM person) SELECT id FROM x", ["person"]),
  ]

  @Test(arguments: others)
  func `other queries are read again when one of their tables changes`(sql: String, tables: Set<String>) throws {
    let plan = try plan(SQL(sql))
    #expect(plan.followedTable == nil && plan.tables == tables)
  }

  @Test func `a view names its table, and a virtual table no table`() throws {
    let view = try plan("SELECT id FROM everybody")
    #expect(view.followedTable == nil && view.tables?.contains("person") == true)
    #expect(try plan("SELECT rowid AS id FROM letter").tables == nil)
  }

  @Test func `a query without the columns that it names is refused`() throws {
    for (sql, sort, code) in [
      ("SELECT last FROM person", "last", DatabaseError.Code.noColumn), ("SELECT id FROM person", "last", .noColumn),
      ("DELETE FROM person", "id", .statement), ("SELECT id FROM person WHERE id = ?", "id", .parameters),
    ] {
      #expect(throws: DatabaseError.self, "\(sql)") { try plan(SQL(sql), .ascending(sort)) }
      do { _ = try plan(SQL(sql), .ascending(sort)) } catch let error as DatabaseError { #expect(error.code == code) }
    }
  }

  /// Pitfall 5: without values SQLite says SCAN where it uses a partial index.
  @Test func `a window uses the index of its filter and its order in both directions`() throws {
    let sql: SQL = "SELECT id, last FROM person WHERE active = \(1)"
    for (backward, sort) in [
      (false, SortColumn.ascending("last")), (true, .ascending("last")), (false, .descending("last")),
    ] {
      let plan = try plan(sql, sort)
      for key in [nil, RowKey(["M", 5]), RowKey([nil, 5])] {
        for read in plan.reads(.rows, from: key, including: true, backward: backward) {
          #expect(try uses("by_name", read(100)), "\(read(100).text)")
        }
      }
      let count = try #require(plan.count(from: RowKey(["A", 1]), to: RowKey(["M", 5])))
      #expect(try uses("by_name", count), "\(count.text)")
      #expect(try explained(plan.key(of: 7)).contains("rowid=?"))
    }
  }

  private func uses(_ index: String, _ sql: SQL) throws -> Bool {
    let text = try explained(sql)
    return text.contains("INDEX \(index)") && !text.contains("TEMP B-TREE")
  }

  /// SQLite prepares the statement again when it has its values.
  private func explained(_ sql: SQL) throws -> String {
    var text = sql.text
    for value in sql.values {
      let place = try #require(text.firstIndex(of: "?"))
      text.replaceSubrange(place...place, with: value.description)
    }
    var lines: [String] = []
    try connection.each("EXPLAIN QUERY PLAN " + text) { row in
      if case .text(let line) = row.value(3) { lines.append(line) }
      return true
    }
    return lines.joined(separator: "\n")
  }

  /// Pitfall 7: with an index for filter and order, counting the rows of each section takes six times as long.
  @Test func `no statement groups rows to count sections`() throws {
    let text = QueryText(sql: "SELECT id, last FROM person", sort: [.ascending("last")], id: "id", section: "last")
    let plan = try QueryPlan(text, connection, file, schema: "1")
    let all = plan.reads(.rows, from: RowKey(["a", 1]), including: true).map { $0(9) } + [plan.keys, plan.key(of: 7)]
    #expect(all.allSatisfy { !SQLWords($0.text).all.contains("GROUP") })
  }

  /// Pitfall 3: `(k, id) > (NULL, ?)` is empty.
  @Test(arguments: seeds(100))
  func `reading from any key gives the rest of the list, with NULL, mixed types and directions`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    let texts = ["NULL", "'a'", "'A'", "'b'", "''", "1", "1.5", "2", "x'00'", "-3"]
    for _ in 0..<40 {
      try connection.execute(
        "INSERT INTO person (last, born, active) VALUES (\(texts.randomElement(using: &random) ?? ""), "
          + "\(texts.randomElement(using: &random) ?? ""), 1)")
    }
    let sort = ["last", "born"].prefix(Int.random(in: 1...2, using: &random)).map {
      Bool.random(using: &random) ? SortColumn.ascending($0) : .descending($0)
    }
    let text = QueryText(sql: "SELECT * FROM person", sort: sort, id: "id", section: nil)
    let plan = try QueryPlan(text, connection, file, schema: "1")
    let all = try keys(plan.keys)
    #expect(all.count == 40 && zip(all, all.dropFirst()).allSatisfy { plan.order.compare($0, $1) < 0 })
    for (index, key) in all.enumerated() {
      #expect(try keys(plan.reads(.keys, from: key, including: true), 99) == Array(all[index...]))
      #expect(try keys(plan.reads(.keys, from: key, including: false), 99) == Array(all[(index + 1)...]))
      #expect(
        try keys(plan.reads(.keys, from: key, including: false, backward: true), 99) == all[..<index].reversed())
      for (other, start) in all[...index].enumerated() {
        guard let count = plan.count(from: start, to: key) else { continue }
        #expect(try connection.integer(count.text, count.values) == Int64(index - other))
      }
      if let count = plan.count(from: nil, to: key) {
        #expect(try connection.integer(count.text, count.values) == Int64(index))
      }
    }
  }

  private func keys(_ reads: [(Int) -> SQL], _ most: Int) throws -> [RowKey] {
    try reads.flatMap { try keys($0(most)) }
  }

  private func keys(_ sql: SQL) throws -> [RowKey] {
    var keys: [RowKey] = []
    try connection.each(sql.text, sql.values) { row in
      keys.append(RowKey((0..<Int(row.columnCount)).map(row.value)))
      return true
    }
    return keys
  }
}
