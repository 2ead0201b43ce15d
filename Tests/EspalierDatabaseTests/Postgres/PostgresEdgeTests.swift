import EspalierHTTP
import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierPostgres
@testable import EspalierTables

/// What lists of PostgreSQL show beside changes of schemas, partitions, joins, and transactions that nobody knows of.
@Suite struct PostgresEdgeTests {
  private struct Row: Codable, Equatable, Sendable {
    var id: Int
    var name: String?
  }

  private func view(
    _ database: Database, _ sql: SQL, _ sort: SortColumn = .ascending("name")
  ) -> Viewer<Row> { Viewer(database, Query<Row>(sql, sortedBy: sort), WindowPlace(.start, after: 20)) }

  private func ids(_ viewer: Viewer<Row>) -> [Int] { viewer.now.error == nil ? viewer.rows.map(\.id) : [] }

  @Test func `a change of one table's schema keeps the lists of others live`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY, name text); CREATE TABLE two (LIKE one)")
    let database = space.database(following: ["one"])
    let viewers = [view(database, "SELECT * FROM one"), view(database, "SELECT * FROM two")]
    try await until { viewers.allSatisfy { $0.now.changes > 0 } }
    try space.run("CREATE INDEX ON one (name); GRANT SELECT ON one TO PUBLIC")
    try await Task.sleep(for: .milliseconds(600))
    for number in 1...2 {
      try space.run("INSERT INTO one VALUES (\(number), 'a'); INSERT INTO two VALUES (\(number), 'a')")
      try await until { viewers.allSatisfy { ids($0) == Array(1...number) } }
    }
  }

  @Test func `the sender sees its own write also in a table without triggers`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY, name text)")
    let database = space.database()
    let viewer = view(database, "SELECT * FROM one")
    try await until { viewer.now.changes > 0 }
    for number in 1...5 {
      try await database.write { try $0.run("INSERT INTO one VALUES (\(number), 'a')") }
      await viewer.window.catchUp()
      #expect(ids(viewer) == Array(1...number))
    }
  }

  @Test func `parameters of every type find the rows that have changed`() async throws {
    let space = try PostgresSpace(
      "CREATE TABLE city (id int PRIMARY KEY, name text, country char(2), mark bit(3), at timestamptz, price numeric)")
    let database = space.database(following: ["city"])
    let viewers = [
      view(database, "SELECT * FROM city WHERE country = \("DE")"),
      view(database, "SELECT * FROM city WHERE mark = \("101")"),
      view(database, "SELECT * FROM city WHERE at > \(0) AND price > \(1.5)"),
    ]
    try await until { viewers.allSatisfy { $0.now.state.count == 0 } }
    // Until the reader is sure that it knows of all transactions, it reads everything.
    try await until {
      try space.run("INSERT INTO city VALUES (9, '', '', B'000', now(), 1) ON CONFLICT (id) DO UPDATE SET price = 0")
      return database.metrics[.key] > 0
    }
    try space.run("INSERT INTO city VALUES (1, 'Ulm', 'DE', B'101', now(), 2)")
    try await until { viewers.allSatisfy { ids($0) == [1] && $0.now.state.count == 1 } }
  }

  @Test func `a list of partitions follows those that come and go`() async throws {
    let space = try PostgresSpace(
      """
      CREATE TABLE sale (id int, name text, month int) PARTITION BY LIST (month);
      CREATE TABLE sale_1 PARTITION OF sale FOR VALUES IN (1);
      INSERT INTO sale VALUES (1, 'a', 1);
      """)
    // To name one partition follows the whole table, because a change of the table says nothing of its partition.
    for following in [["sale"], ["sale_1"], []] {
      let database = space.database(following: following)
      let viewers = [view(database, "SELECT * FROM sale"), view(database, "SELECT * FROM sale WHERE month = \(2)")]
      try await until { ids(viewers[0]) == [1] && viewers[1].now.changes > 0 }
      try space.run("CREATE TABLE sale_2 PARTITION OF sale FOR VALUES IN (2); INSERT INTO sale VALUES (2, 'b', 2)")
      try await until { ids(viewers[0]) == [1, 2] && ids(viewers[1]) == [2] }
      try space.run("INSERT INTO sale_2 VALUES (3, 'c', 2)")
      try await until { ids(viewers[0]) == [1, 2, 3] && ids(viewers[1]) == [2, 3] }
      try space.run("DROP TABLE sale_2")
      try await until { ids(viewers[0]) == [1] && ids(viewers[1]).isEmpty }
    }
  }

  @Test func `what joins, groups and limits return is right after each change`() async throws {
    let space = try PostgresSpace(
      """
      CREATE TABLE person (id int PRIMARY KEY, name text NOT NULL, boss int);
      INSERT INTO person VALUES (1, 'Ada', NULL), (2, 'Ben', 1), (3, 'Cleo', 1), (4, 'Dov', 3);
      """)
    let database = space.database(following: ["person"])
    let queries: [(SQL, SortColumn)] = [
      ("SELECT e.id, m.name FROM person e LEFT JOIN person m ON m.id = e.boss", .ascending("name")),
      ("SELECT e.id, m.name FROM person e LEFT JOIN person m ON m.id = e.boss", .descending("name")),
      ("SELECT 1 AS id, json_agg(name)::text AS name FROM person", .ascending("name")),
      ("SELECT min(id) AS id, left(name, 1) AS name FROM person GROUP BY left(name, 1)", .ascending("name")),
      ("SELECT id, name FROM person ORDER BY name DESC FETCH FIRST 2 ROWS ONLY", .ascending("name")),
      ("SELECT id, name FROM person WHERE id > (SELECT min(id) FROM person)", .ascending("name")),
      ("SELECT id, (ARRAY[(SELECT max(name) FROM person)])[1] AS name FROM person", .ascending("name")),
    ]
    let viewers = queries.map { view(database, $0.0, $0.1) }
    func areRight() async throws -> Bool {
      for (viewer, (sql, sort)) in zip(viewers, queries) {
        let order =
          sort.isDescending ? "name COLLATE \"C\" DESC NULLS LAST, id DESC" : "name COLLATE \"C\" NULLS FIRST, id"
        let fresh: SQL = "SELECT * FROM (\(sql: sql)) AS fresh ORDER BY \(text: order)"
        let rows = try await database.rows(fresh, as: Row.self)
        if viewer.rows != rows || viewer.now.state.count != rows.count { return false }
      }
      return true
    }
    for change in [
      "SELECT 1", "INSERT INTO person VALUES (5, 'Zoe', 2)", "DELETE FROM person WHERE id = 1",
      "UPDATE person SET name = 'Abel', boss = 5 WHERE id = 4",
    ] {
      try space.run(change)
      try await until { try await areRight() }
    }
  }

  @Test func `statements are prepared again after a change of their table`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY, name text); INSERT INTO one VALUES (1, 'a')")
    let database = space.database(following: ["one"])
    for column in ["b", "c"] {
      #expect(try await database.rows("SELECT * FROM one", as: Row.self).count == 1)
      let read: @Sendable (DatabaseWriter) throws -> [Row] = { try $0.rows("SELECT * FROM one") }
      for _ in 1...4 { #expect(try await database.write(read).count == 1) }
      do {
        let viewer = view(database, "SELECT * FROM one")
        try await until { ids(viewer) == [1] }
      }
      try await until { !database.isWatched }
      try space.run("ALTER TABLE one ADD COLUMN \(column) int; ALTER TABLE one ALTER COLUMN id TYPE bigint")
      for _ in 1...4 { #expect(try await database.write(read).count == 1) }
    }
  }

  @Test func `a connection that is lost in a transaction writes nothing, whatever the work catches`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY)")
    let database = space.database()
    await #expect(throws: DatabaseError.self) {
      try await database.write { data in
        try data.run("INSERT INTO one VALUES (1)")
        _ = try? data.run("SELECT pg_terminate_backend(pg_backend_pid())")
        _ = try? data.run("INSERT INTO one VALUES (2)")
      }
    }
    #expect(try await database.rows("SELECT id FROM one", as: Int.self).isEmpty)
    #expect(try await database.write { try $0.run("INSERT INTO one VALUES (3)") } == 1)
  }

  @Test func `triggers that are switched off stay off, and the list is read again each second`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY, name text)")
    let database = space.database(following: ["one"])
    let viewer = view(database, "SELECT * FROM one")
    try await until { viewer.now.changes > 0 }
    try space.run("ALTER TABLE one DISABLE TRIGGER USER")
    try await Task.sleep(for: .milliseconds(600))
    try space.run("INSERT INTO one VALUES (1, 'a')")
    try await until { ids(viewer) == [1] }
    let off = "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'espalier%' AND tgenabled = 'D'"
    #expect(try space.rows(off) == [["4"]])
    try space.run("ALTER TABLE one ENABLE TRIGGER USER; INSERT INTO one VALUES (2, 'b')")
    try await until { ids(viewer) == [1, 2] }
  }

  @Test func `a long transaction keeps the triggers from being made, but not the list from being read`() async throws {
    let space = try PostgresSpace("CREATE TABLE one (id int PRIMARY KEY, name text); CREATE TABLE two (LIKE one)")
    let first = space.database(following: ["two"])
    try await until { try await first.rows("SELECT count(*) FROM two", as: Int.self) == [0] }
    let viewerOfTwo = view(first, "SELECT * FROM two")
    try await until { viewerOfTwo.now.changes > 0 }
    let long = space.connection()
    try long.runScript("BEGIN; INSERT INTO one VALUES (1, 'a')")
    let database = space.database(following: ["one"])
    let viewer = view(database, "SELECT * FROM one")
    try await until { viewer.now.changes > 0 && viewer.now.error == nil }
    #expect(ids(viewer).isEmpty)
    try long.runScript("COMMIT")
    try await until { ids(viewer) == [1] }
  }
}
