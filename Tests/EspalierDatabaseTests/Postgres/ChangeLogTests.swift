import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierPostgres
@testable import EspalierTables

/// The log of changes: what triggers write, and what readers find.
@Suite struct ChangeLogTests {
  private static let query = Query<Herb>("SELECT id, name, bed, note FROM plant", sortedBy: .ascending("name"))

  private func tables(_ space: PostgresSpace, following: [String] = ["plant"], most: Int = 100) -> PostgresTables {
    PostgresTables(
      space.url, following: following, limits: DatabaseLimits { $0.mostRowsFollowed = most },
      log: Log(threshold: .silent), Readers(), DatabaseMetrics())
  }

  /// A reader that follows the query, and has looked once.
  private func reader(_ space: PostgresSpace, most: Int = 100) async throws -> Follower {
    let follower = Follower(tables(space, most: most).reader(.quick))
    // Nothing of before is missed, and then the triggers write.
    #expect(try follower.look(Self.query).contains { $0.isUnknown })
    try await follower.waitUntilItSees(Self.query)
    return follower
  }

  /// A reader of one query.
  private final class Follower {
    let reader: any TableReader
    private var plan: QueryPlan?

    init(_ reader: any TableReader) { self.reader = reader }

    /// Transactions of other tests may have begun earlier.
    func waitUntilItSees(_ query: Query<Herb>) async throws {
      try await until { try look(query).isEmpty && (reader as? PostgresReader)?.mayMissChanges == false }
    }

    func look(_ query: Query<Herb>) throws -> [ChangeNote] {
      defer { reader.end() }
      if plan == nil { plan = try reader.plan(query.text) }
      var shown = ShownQueries()
      (shown.followed, shown.viewers) = (plan.map { [WatchedQuery(number: 1, plan: $0)] } ?? [], 1)
      reader.show(shown)
      let notes = try reader.begin().notes
      if let plan, !reader.isCurrent(plan) { self.plan = try reader.plan(query.text) }
      return notes
    }
  }

  private func id(_ key: RowKey) -> Int {
    if case .integer(let number) = key.id { Int(number) } else { 0 }
  }

  @Test(arguments: seeds(5))
  func `each committed change is seen once, in whatever order transactions commit`(seed: Int) async throws {
    let space = try PostgresSpace(Herb.script)
    let follower = try await reader(space, most: 100_000)
    let (writers, number) = (8, rounds(200))
    let hasEnded = Lock(false)
    let writing = Task {
      defer { hasEnded.withLock { $0 = true } }
      try await withThrowingTaskGroup { group in
        for writer in 0..<writers {
          group.addTask {
            var random = SeededRandom(state: UInt64(seed * 100 + writer))
            let connection = space.connection()
            for id in (0..<number).map({ $0 * writers + writer }) {
              try connection.runScript("BEGIN; INSERT INTO plant VALUES (\(id), 'n', 1, true)")
              // Others commit meanwhile, also those that began later.
              if Int.random(in: 0..<10, using: &random) == 0 { try await Task.sleep(for: .milliseconds(20)) }
              try connection.runScript(Int.random(in: 0..<10, using: &random) == 0 ? "ROLLBACK" : "COMMIT")
            }
          }
        }
        try await group.waitForAll()
      }
      return true
    }
    var seen: [Int: Int] = [:]
    func look() throws {
      for note in try follower.look(Self.query) {
        #expect(!note.isUnknown)
        let moves = try #require(note.moves[1])
        #expect(moves.removed.isEmpty)
        for key in moves.added { seen[id(key), default: 0] += 1 }
      }
    }
    while !hasEnded.withLock({ $0 }) {
      try look()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try await writing.value)
    try look()
    let committed = Set(try space.rows("SELECT id FROM plant").compactMap { $0[0].flatMap { Int($0) } })
    #expect(Set(seen.keys) == committed && seen.values.allSatisfy { $0 == 1 })
  }

  @Test func `a change has the keys before and after it, and says no more of a large one`() async throws {
    let space = try PostgresSpace(Herb.script)
    let follower = try await reader(space)
    func moves(_ script: String) throws -> (removed: [String], added: [String]) {
      try space.run(script)
      let notes = try follower.look(Self.query)
      #expect(notes.count == 1)
      let moves = notes.first?.moves[1]
      return (moves?.removed.map(\.text) ?? ["?"], moves?.added.map(\.text) ?? ["?"])
    }
    #expect(
      try moves("INSERT INTO plant VALUES (1, 'a', 1, true), (2, NULL, 1, true)").added == [#"["a",1]"#, "[null,2]"])
    let moved = try moves("UPDATE plant SET name = 'b' WHERE id = 1")
    #expect(moved.removed == [#"["a",1]"#] && moved.added == [#"["b",1]"#])
    #expect(try moves("DELETE FROM plant WHERE id = 2").removed == ["[null,2]"])
    // Nothing has changed.
    try space.run("UPDATE plant SET name = 'b' WHERE id = 99")
    #expect(try follower.look(Self.query).isEmpty)
    for large in [
      "INSERT INTO plant SELECT n, 'x', 1, true FROM generate_series(100, 300) AS n", "TRUNCATE plant",
      "COPY plant (id, is_shown) FROM PROGRAM 'seq -f ''%g\tt'' 1 200'",
    ] {
      #expect(try moves(large).added == ["?"], "\(large)")
    }
  }

  @Test func `the log has exact values, whatever the settings of the writer are, and leaves them as they are`()
    async throws
  {
    let space = try PostgresSpace(
      Herb.script + "ALTER TABLE plant ADD height float8, ADD age interval, ADD season daterange;")
    let follower = try await reader(space)
    let writer = space.connection()
    let shown =
      "SELECT concat_ws(';', current_setting('DateStyle'), current_setting('IntervalStyle'), current_setting('extra_float_digits'))"
    let settings = "SQL, DMY;sql_standard;-3"
    try writer.runScript(
      """
      SET DateStyle = 'SQL, DMY'; SET IntervalStyle = 'sql_standard'; SET extra_float_digits = -3;
      BEGIN; INSERT INTO plant VALUES (1, 'a', 1, true, '', 0.1::float8 + 0.2, '1 year 2 days', '[2026-02-01,2026-03-04)');
      """)
    #expect(try writer.execute(shown).rows == [[settings]])
    try writer.runScript("COMMIT")
    #expect(try writer.execute(shown).rows == [[settings]])
    #expect(
      try space.rows(
        "SELECT after -> 0 ->> 'height', after -> 0 ->> 'age', after -> 0 ->> 'season' FROM espalier.row_change_0")
        == [["0.30000000000000004", "1 year 2 days", "[2026-02-01,2026-03-04)"]])
    withExtendedLifetime(follower) {}
  }

  @Test func `while nobody looks, nothing is written into the log`() async throws {
    let space = try PostgresSpace(Herb.script)
    let follower = try await reader(space)
    let entries = "SELECT (SELECT count(*) FROM espalier.row_change_0) + (SELECT count(*) FROM espalier.row_change_1)"
    try space.run("INSERT INTO plant VALUES (1, 'a', 1, true)")
    #expect(try space.rows(entries) == [["1"]])
    // A minute has passed.
    try space.run("SELECT setval('espalier.watched', 1)")
    try space.run("INSERT INTO plant VALUES (2, 'a', 1, true)")
    #expect(try space.rows(entries) == [["1"]])
    withExtendedLifetime(follower) {}
  }

  @Test func `a transaction that began before somebody looked is not missed`() async throws {
    let space = try PostgresSpace(Herb.script)
    _ = try await reader(space)
    try space.run("SELECT setval('espalier.watched', 1)")
    let early = space.connection()
    try early.runScript("BEGIN ISOLATION LEVEL REPEATABLE READ; INSERT INTO plant VALUES (1, 'a', 1, true)")
    let follower = Follower(tables(space).reader(.quick))
    #expect(try follower.look(Self.query).contains { $0.isUnknown })
    // A later change of the same transaction is in the log, because sequences belong to no transaction.
    try early.runScript("INSERT INTO plant VALUES (2, 'b', 1, true)")
    try early.runScript("COMMIT")
    try await until { try follower.look(Self.query).contains { $0.isUnknown } }
    try await follower.waitUntilItSees(Self.query)
    try space.run("INSERT INTO plant VALUES (3, 'c', 1, true)")
    let notes = try follower.look(Self.query)
    #expect(notes.count == 1 && notes.first?.moves[1]?.added.map(\.text) == [#"["c",3]"#])
  }

  @Test func `a reader that begins when others look already does not miss such a transaction either`() async throws {
    let space = try PostgresSpace(Herb.script)
    _ = try await reader(space)
    try space.run("SELECT setval('espalier.watched', 1)")
    let early = space.connection()
    try early.runScript("BEGIN; INSERT INTO plant VALUES (1, 'a', 1, true)")
    let followers = (0..<2).map { _ in Follower(tables(space).reader(.quick)) }
    for follower in followers { #expect(try follower.look(Self.query).contains { $0.isUnknown }) }
    try early.runScript("COMMIT")
    // Transactions of other tests may run, so that they read everything only once a second.
    for follower in followers { try await until { try follower.look(Self.query).contains { $0.isUnknown } } }
  }

  @Test func `tables of the log take turns, and a long transaction keeps its table`() async throws {
    let space = try PostgresSpace(Herb.script)
    let follower = try await reader(space)
    func turn() throws {
      try space.run(
        "UPDATE espalier.change_turn_began SET at = now() - interval '1 hour'; SELECT espalier.watch_changes()")
    }
    let long = space.connection()
    try long.runScript("BEGIN; INSERT INTO plant VALUES (1, 'a', 1, true)")
    for _ in 1...5 { try turn() }
    // The table that the transaction has written into is never emptied before it ends.
    #expect(try space.rows("SELECT last_value FROM espalier.change_turn") == [["3"]])
    // Nor before each reader that still trusts the log has seen what is in it.
    try long.runScript("COMMIT")
    try turn()
    #expect(try space.rows("SELECT last_value FROM espalier.change_turn") == [["3"]])
    #expect(try follower.look(Self.query).first?.moves[1]?.added.count == 1)
    try await until {
      try turn()
      return try space.rows("SELECT count(*) FROM espalier.row_change_0") == [["0"]]
    }
  }

  @Test func `changes of partitions and by cascades are followed`() async throws {
    let space = try PostgresSpace(
      """
      CREATE TABLE bed (id int PRIMARY KEY);
      CREATE TABLE plant (id int NOT NULL, name text, bed int REFERENCES bed ON DELETE CASCADE, note text DEFAULT '')
        PARTITION BY RANGE (id);
      CREATE TABLE few PARTITION OF plant FOR VALUES FROM (0) TO (100);
      CREATE TABLE many PARTITION OF plant FOR VALUES FROM (100) TO (1000);
      INSERT INTO bed VALUES (1);
      """)
    let follower = try await reader(space)
    func added(_ script: String) throws -> [String] {
      try space.run(script)
      return try follower.look(Self.query).flatMap { $0.moves[1]?.added ?? [] }.map(\.text)
    }
    #expect(try added("INSERT INTO plant VALUES (1, 'a', 1)") == [#"["a",1]"#])
    #expect(try added("INSERT INTO many VALUES (101, 'b', 1)") == [#"["b",101]"#])
    #expect(try added("UPDATE plant SET id = 102 WHERE id = 1") == [#"["a",102]"#])
    try space.run("DELETE FROM bed")
    let removed = try follower.look(Self.query).flatMap { $0.moves[1]?.removed ?? [] }.map(\.text)
    #expect(Set(removed) == [#"["a",102]"#, #"["b",101]"#])
  }

  @Test func `a role without rights gets the statements to run`() async throws {
    let space = try PostgresSpace(Herb.script)
    let role = "role_\(UInt32.random(in: 0...(.max)))"
    try space.run("CREATE ROLE \(role) LOGIN; GRANT SELECT ON plant TO \(role)")
    defer { try? space.run("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let url = space.url.replacing("espalier@", with: "\(role)@")
    let tables = PostgresTables(
      url, following: ["plant"], limits: DatabaseLimits(), log: Log(threshold: .silent), Readers(), DatabaseMetrics())
    let follower = Follower(tables.reader(.quick))
    let error = try #require(throws: DatabaseError.self) { try follower.look(Self.query) }
    #expect(error.code == .readOnly)
    // The owner runs them, and it works.
    let script = try #require(error.remedy.split(separator: "run: ", maxSplits: 1).last)
    try space.run(String(script))
    try await follower.waitUntilItSees(Self.query)
    try space.run("INSERT INTO plant VALUES (1, 'a', 1, true)")
    #expect(try follower.look(Self.query).first?.moves[1]?.added.count == 1)
    let database = Database(postgres: url, following: ["plant"])
    #expect(try await database.write(once: "event") { _ in true } == true)
    // Another role needs rights of its own.
    let other = "role_\(UInt32.random(in: 0...(.max)))"
    try space.run("CREATE ROLE \(other) LOGIN; GRANT SELECT ON plant TO \(other)")
    defer { try? space.run("DROP OWNED BY \(other); DROP ROLE \(other)") }
    let second = PostgresTables(
      space.url.replacing("espalier@", with: "\(other)@"), following: ["plant"], limits: DatabaseLimits(),
      log: Log(threshold: .silent), Readers(), DatabaseMetrics())
    #expect(throws: DatabaseError.self) { try Follower(second.reader(.quick)).look(Self.query) }
  }
}
