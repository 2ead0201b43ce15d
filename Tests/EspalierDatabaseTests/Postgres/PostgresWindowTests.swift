import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import Foundation
import Testing

@testable import Espalier
@testable import EspalierPostgres
@testable import EspalierSQLite
@testable import EspalierTables

/// Windows over tables of PostgreSQL: what they cost, and what happens to their tables.
@Suite struct PostgresWindowTests {
  private static let herbs = Query<Herb>("SELECT id, name, bed, note FROM plant", sortedBy: .ascending("name"))

  private func sees<Row>(_ viewer: Viewer<Row>, _ ids: Int...) -> Bool {
    viewer.now.error == nil && viewer.ids == ids.map { .integer(Int64($0)) }
  }

  @Test func `tables may change in any way`() async throws {
    let space = try PostgresSpace(Herb.script)
    let database = space.database(following: ["plant"])
    try space.run("INSERT INTO plant VALUES (1, 'a', 1, true), (2, 'b', 1, true)")
    let viewer = Viewer(database, Self.herbs, WindowPlace(.start, after: 10))
    try await until { sees(viewer, 1, 2) }
    try space.run("ALTER TABLE plant ADD COLUMN more int DEFAULT 7; INSERT INTO plant VALUES (3, 'c', 1, true)")
    try await until { sees(viewer, 1, 2, 3) }
    try space.run("ALTER TABLE plant ALTER COLUMN bed TYPE bigint; UPDATE plant SET name = 'z' WHERE id = 1")
    try await until { sees(viewer, 2, 3, 1) }
    try space.run("DROP INDEX plant_name_id_idx; DELETE FROM plant WHERE id = 3")
    try await until { sees(viewer, 2, 1) }
    try space.run("ALTER TABLE plant RENAME COLUMN note TO notes")
    try await until { viewer.now.error?.code == .noColumn }
    try space.run("ALTER TABLE plant RENAME COLUMN notes TO note")
    try await until { sees(viewer, 2, 1) }
    try space.run("TRUNCATE plant")
    try await until { sees(viewer) }
    try space.run("COPY plant (id, is_shown) FROM PROGRAM 'seq -f ''%g\tt'' 1 5000'")
    try await until { sees(viewer, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) }
    try await until { viewer.now.state.count == 5000 }
    try space.run("DROP TABLE plant")
    try await until { viewer.now.error?.code == .noTable }
    try space.run(Herb.script + "INSERT INTO plant VALUES (8, 'a', 1, true)")
    try await until { sees(viewer, 8) }
    // The new table has got triggers, and is followed again.
    try await until { try space.rows("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'espalier%'") == [["4"]] }
    try await Task.sleep(for: .milliseconds(600))
    let work = database.metrics[.key]
    try space.run("UPDATE plant SET name = 'b' WHERE id = 8")
    try await until { database.metrics[.key] > work }
  }

  @Test func `a table without triggers is read again each second, while somebody looks`() async throws {
    let space = try PostgresSpace(Herb.script)
    let database = space.database()
    do {
      let viewer = Viewer(database, Self.herbs, WindowPlace(.start, after: 10))
      try await until { viewer.now.changes > 0 }
      try space.run("INSERT INTO plant VALUES (1, 'a', 1, true)")
      try await until { sees(viewer, 1) }
      try await database.write { try $0.run("INSERT INTO plant VALUES (2, 'b', 1, true)") }
      try await until { sees(viewer, 1, 2) }
      #expect(try space.rows("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal") == [["0"]])
    }
    // The server asks nothing when nobody looks.
    try await until { !database.isWatched }
    try await Task.sleep(for: .milliseconds(300))
    let asked =
      "SELECT max(query_start) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    let last = try space.rows(asked)
    try await Task.sleep(for: .milliseconds(1500))
    #expect(try space.rows(asked) == last)
  }

  /// One statement finds out what has moved in all of them: 2,000, and 10,000 if ESPALIER_LONG is 1.
  @Test func `of many queries with one text, only the windows with a changed row are read`() async throws {
    let count = rounds(10_000)
    let space = try PostgresSpace(Herb.script)
    try space.run(
      """
      INSERT INTO plant SELECT n, 'n' || n, n, true FROM generate_series(1, \(count)) AS n;
      CREATE INDEX ON plant (bed, name, id); ANALYZE plant
      """)
    let database = space.database(following: ["plant"], limits: DatabaseLimits { $0.countShare = 1 })
    let viewers = (1...count).map { bed in
      Viewer(
        database, Query<Herb>("SELECT * FROM plant WHERE bed = \(bed)", sortedBy: .ascending("name")),
        WindowPlace(.start, after: 10))
    }
    try await until { viewers.allSatisfy { $0.ids.count == 1 && $0.now.state.count == 1 } }
    // While transactions of other tests run that are older than the first look, all is read again each second.
    var (bed, isExact, tries) = (3, false, 0)
    while !isExact, tries < 20 {
      tries += 1
      let (windows, keys, old) = (database.metrics[.window], database.metrics[.key], bed)
      bed = 10 - bed
      try space.run("UPDATE plant SET bed = \(bed) WHERE id = 3")
      try await until { viewers[bed - 1].ids.contains(.integer(3)) && !viewers[old - 1].ids.contains(.integer(3)) }
      try await Task.sleep(for: .milliseconds(300))
      isExact = database.metrics[.window] - windows == 2 && database.metrics[.key] - keys == 1
    }
    #expect(isExact)
  }

  private struct Word: Codable, Equatable, Sendable {
    var id: String
    var text: String?
  }

  /// Texts are in the order of their bytes, whatever the language of the database is.
  @Test func `the order is that of SQLite, in both directions, and a key leads to its row`() async throws {
    let texts = ["straße", "Strasse", "STRASSE", "Ähre", "ähre", "Zoo", "zoo", "", " a", "a b", "ab", "é", "e\u{301}"]
    let insert = texts.enumerated().map { "('00000000-0000-0000-0000-\(String(format: "%012d", $0))', '\($1)')" }
    let values = (insert + ["('ffffffff-0000-0000-0000-000000000000', NULL)"]).joined(separator: ", ")
    let space = try PostgresSpace(
      "CREATE TABLE word (id uuid PRIMARY KEY, text text); INSERT INTO word VALUES \(values)", language: "de-DE")
    let folder = try TemporaryFolder()
    let file = Database(
      folder.path + "/words.sqlite",
      schema: "CREATE TABLE word (id TEXT PRIMARY KEY, text TEXT); INSERT INTO word VALUES \(values)")
    for sort in [SortColumn.ascending("text"), .descending("text")] {
      let query = Query<Word>("SELECT id, text FROM word", sortedBy: sort)
      let databases = [space.database(following: ["word"]), file]
      let all = databases.map { Viewer($0, query, WindowPlace(.start, after: 100)) }
      try await until { all.allSatisfy { $0.rows.count == texts.count + 1 } }
      #expect(all[0].rows == all[1].rows)
      for row in all[0].now.state.rows {
        let key = try #require(RowKey(text: row.key.text))
        let there = databases.map { Viewer($0, query, WindowPlace(.key(key), before: 2, after: 3)) }
        try await until { there.allSatisfy { $0.now.changes > 0 } }
        #expect(there[0].rows == there[1].rows && there[0].rows.contains(row.value as? Word ?? Word(id: "")))
      }
    }
  }

  @Test func `keys of moments, decimals and enumerations lead to their rows, also from a URL`() async throws {
    struct Stay: Codable, Equatable, Sendable {
      var id: Int
      var at: Double?
      var price: String?
      var kind: String?
    }
    let space = try PostgresSpace(
      """
      CREATE TYPE kind AS ENUM ('tent', 'hut', 'boat');
      CREATE TABLE stay (id int PRIMARY KEY, at timestamptz, price numeric, kind kind);
      INSERT INTO stay SELECT n, CASE WHEN n % 9 > 0 THEN timestamptz '2026-03-01' + n * interval '1.000001 s' END,
        CASE WHEN n % 7 > 0 THEN (n * 37 % 100)::numeric / 8 - 5 END, (enum_range(NULL::kind))[1 + n % 4]
        FROM generate_series(1, 100) AS n;
      INSERT INTO stay VALUES (101, 'infinity', 'NaN', 'hut'), (102, '-infinity', '-0.0', 'hut');
      """)
    let database = space.database(following: ["stay"])
    for sort in ["at", "price", "kind"].flatMap({ [SortColumn.ascending($0), .descending($0)] }) {
      let query = Query<Stay>("SELECT * FROM stay", sortedBy: sort)
      let all = Viewer(database, query, WindowPlace(.start, after: 200))
      try await until { all.rows.count == 102 && all.now.state.count == 102 }
      let order = try await order(of: query, in: database)
      let keys = all.now.state.rows.map(\.key)
      #expect(zip(keys, keys.dropFirst()).allSatisfy { order.compare($0, $1) < 0 })
      for index in stride(from: 0, to: 102, by: 17) {
        let key = try #require(RowKey(text: keys[index].text))
        let there = Viewer(database, query, WindowPlace(.key(key), before: 3, after: 3))
        try await until { there.now.state.position != nil }
        #expect(there.now.error == nil && there.rows == Array(all.rows[max(index - 3, 0)..<min(index + 3, 102)]))
        #expect(there.now.state.position == max(index - 3, 0))
      }
    }
    // A text of a URL that is no key of this query.
    let wrong = Viewer(
      database, Query<Stay>("SELECT * FROM stay", sortedBy: .ascending("at")),
      WindowPlace(.key(RowKey(["never", "x"])), after: 3))
    try await until { wrong.now.error != nil }
    #expect(wrong.now.error?.code == .parameters)
  }

  private func order<Row>(of query: Query<Row>, in database: Database) async throws -> KeyOrder {
    try await withCheckedThrowingContinuation { done in
      database.readers.run(.quick) { queries in
        done.resume(with: Result { try #require(queries.openQueries.first { $0.text == query.text }?.plan?.order) })
      }
    }
  }

  /// With 200,000 rows, and 1,000,000 if ESPALIER_LONG is 1.
  @Test func `a window of a long table reads no more than it shows`() async throws {
    let count = rounds(250_000) * 4
    let space = try PostgresSpace(
      """
      CREATE TABLE person (id int PRIMARY KEY, last text NOT NULL, active boolean NOT NULL);
      INSERT INTO person SELECT n, md5(n::text), n % 10 > 0 FROM generate_series(1, \(count)) AS n;
      CREATE INDEX ON person (last, id) WHERE active; ANALYZE person;
      """)
    struct Person: Codable, Equatable, Sendable {
      var id: Int
      var last: String
    }
    let database = space.database(following: ["person"])
    let query = Query<Person>("SELECT id, last FROM person WHERE active", sortedBy: .ascending("last"))
    // The rows of a table that a connection of this test reads for itself do not count.
    func read() throws -> Int {
      let sql =
        "SELECT pg_stat_force_next_flush(), coalesce(sum(idx_tup_read), 0) + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'person') FROM pg_stat_user_indexes WHERE relname = 'person'"
      return try space.rows(sql)[0][1].flatMap { Int($0) } ?? 0
    }
    let before = try read()
    let places = [
      WindowPlace(.start, after: 100), WindowPlace(.key(RowKey([.text("8"), .integer(0)])), before: 50, after: 50),
      WindowPlace(.end, before: 100),
    ]
    let viewers = places.map { Viewer(database, query, $0) }
    try await until { viewers.allSatisfy { $0.ids.count == 100 } }
    #expect(viewers.map { $0.rows.first?.last ?? "" } == viewers.map { $0.rows.first?.last ?? "" }.sorted())
    try await until { viewers.allSatisfy { $0.now.state.count == count / 10 * 9 } }
    // A count reads all keys. A window reads its rows, and for its position as many as lie between two samples. While
    // transactions of other tests run that are older than the first look, all is read again each second.
    let counted = database.metrics[.count] * count / 10 * 9
    try await until { try read() - before >= counted }
    let total = try read() - before - database.metrics[.count] * count / 10 * 9
    #expect(total <= database.metrics[.window] * (100 + 400), "\(total)")
  }
}
