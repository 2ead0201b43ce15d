import EspalierHTTP
import EspalierTestSupport
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// Slow queries delay no short ones, and end when nobody waits for them.
@Suite struct SlowQueryTests {
  struct Person: Codable, Sendable, Equatable {
    var id: Int
    var last: String
  }

  private static let people = Query<Person>("SELECT id, last FROM person", sortedBy: .ascending("last"))
  private let folder: TemporaryFolder
  private let database: Database

  init() async throws {
    folder = try TemporaryFolder()
    database = Database(
      folder.path + "/slow.sqlite", schema: "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT)",
      limits: DatabaseLimits { $0.longestQuery = .seconds(60) })
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Ada'), ('Alan')") }
  }

  /// A query that counts so far for each row. Each number makes another statement.
  private func slow(_ count: Int, _ number: Int = 0) -> Query<Person> {
    Query<Person>(
      SQL(
        """
        SELECT id, last FROM person WHERE \(number) = \(number) AND (
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(count)) SELECT count(*) FROM n WHERE i + id > 0
        ) > 0
        """), sortedBy: .ascending("last"))
  }

  /// So much that it takes far longer than a test may.
  private static let endless = 1_000_000_000_000
  /// So much that it takes longer than the quick thread allows.
  private static let long = 1_000_000

  @Test func `a short query is answered while slow ones run`() async throws {
    let slow = (0..<4).map { Viewer(database, self.slow(Self.endless, $0), WindowPlace(.start, after: 5)) }
    let quick = Viewer(database, Self.people, WindowPlace(.start, after: 5))
    try await until { quick.rows.count == 2 && quick.now.state.count == 2 }
    #expect(try await database.rows("SELECT last FROM person ORDER BY last", as: String.self) == ["Ada", "Alan"])
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Grace')") }
    try await until { quick.rows.count == 3 }
    #expect(slow.allSatisfy { $0.rows.isEmpty && $0.now.error == nil })
  }

  @Test func `a slow query ends when nobody looks any more, and the next one runs`() async throws {
    do {
      let endless = (0..<4).map { Viewer(database, slow(Self.endless, $0), WindowPlace(.start, after: 5)) }
      try await until { database.metrics[.window] >= 1 }
      _ = endless
    }
    let viewer = Viewer(database, slow(Self.long), WindowPlace(.start, after: 5))
    try await until { viewer.rows.count == 2 }
    // It goes on to follow the table.
    try await database.write { try $0.run("UPDATE person SET last = 'Grace' WHERE id = 1") }
    try await until { viewer.rows.map(\.last) == ["Alan", "Grace"] }
  }

  @Test func `requesters take turns, so that nobody waits for all slow queries of another`() async throws {
    func viewer(_ name: String, _ number: Int) -> Viewer<Person> {
      Requester(name: name, group: name).run {
        Viewer(database, slow(Self.long, number), WindowPlace(.start, after: 5))
      }
    }
    let many = (0..<30).map { viewer("many", $0) }
    // The first is slow already, and all others of the requester wait.
    try await until { many.contains { $0.rows.count == 2 } }
    let one = viewer("one", 100)
    try await until { one.rows.count == 2 }
    #expect(many.filter { $0.rows.isEmpty }.count > 15)
  }

  @Test func `a statement ends when its task is cancelled`() async throws {
    let text: SQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    for _ in 1...3 {
      let task = Task { [database] in try await database.rows(text, as: Int.self) }
      try await Task.sleep(for: .milliseconds(20))
      task.cancel()
      let result = await task.result
      #expect(throws: DatabaseError.self) { try result.get() }
    }
    #expect(try await database.rows("SELECT 1", as: Int.self) == [1])
  }

  @Test func `rows are counted although something changes again before each count has ended`() async throws {
    try await database.write { data in
      try data.run("CREATE TABLE size (count INTEGER)")
      try data.run("INSERT INTO size VALUES (300000)")
    }
    let writing = Task { [database] in
      while !Task.isCancelled {
        try await database.write { try $0.run("UPDATE size SET count = count + 1") }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    defer { writing.cancel() }
    let viewer = Viewer(database, byTable, WindowPlace(.start, after: 50))
    try await until { viewer.rows.count == 2 && viewer.now.state.count == 2 }
    #expect(!writing.isCancelled)
    writing.cancel()
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Grace')") }
    try await until { viewer.rows.count == 3 && viewer.now.state.count == 3 }
  }

  /// A query of two tables. One of them says how far it counts for each row.
  private var byTable: Query<Person> {
    Query<Person>(
      """
      SELECT id, last FROM person WHERE (
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT (SELECT max(count) FROM size))
        SELECT count(*) FROM n WHERE i + id > 0
      ) > 0
      """, sortedBy: .ascending("last"))
  }

  @Test func `a query that becomes short comes back to the quick thread`() async throws {
    try await database.write { data in
      try data.run("CREATE TABLE size (count INTEGER)")
      try data.run("INSERT INTO size VALUES (1000000)")
    }
    let query = byTable
    let viewer = Viewer(database, query, WindowPlace(.start, after: 50))
    try await until { viewer.rows.count == 2 }
    #expect(database.readers.isSlow(query.text.sql.text))
    try await database.write { try $0.run("UPDATE size SET count = 1") }
    for number in 0..<4 {
      let name = "N\(number)"
      try await database.write { try $0.run("INSERT INTO person (last) VALUES (\(name))") }
      try await until { viewer.rows.map(\.last).contains(name) }
    }
    try await until { !database.readers.isSlow(query.text.sql.text) }
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Zoe')") }
    try await until { viewer.rows.last?.last == "Zoe" }
  }

  @Test func `those who look at one place share its reads, and a burst is few changes`() async throws {
    let viewers = (0..<50).map { _ in Viewer(database, Self.people, WindowPlace(.start, after: 5)) }
    try await until { viewers.allSatisfy { $0.now.state.count == 2 } }
    let reads = database.metrics[.window]
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Aaron')") }
    try await until { viewers.allSatisfy { $0.rows.first?.last == "Aaron" } }
    #expect(database.metrics[.window] - reads <= 3)
    let before = viewers.map(\.now.changes)
    for number in 0..<500 {
      try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("A\(1000 - number)"))") }
    }
    try await until { viewers.allSatisfy { $0.rows.first?.last == "A1000" && $0.now.state.count == 503 } }
    #expect(zip(viewers, before).allSatisfy { $0.now.changes - $1 < 250 })
  }

  @Test func `a page gets the newest event only, when it has worked on the one before`() async throws {
    let events = NewestEvent()
    let stream = events.stream
    func send(_ count: Int) {
      var state = WindowState()
      state.count = count
      events.send(.changed(state))
    }
    func next() async -> Int? {
      for await case .changed(let state) in stream { return state.count }
      return nil
    }
    await events.workedOn()
    for count in 1...3 { send(count) }
    #expect(await next() == 3)
    send(4)
    let caughtUp = Task { await events.workedOn() }
    #expect(await next() == 4)
    let last = Task { await events.workedOn() }
    events.close()
    await caughtUp.value
    await last.value
    #expect(await next() == nil)
    send(5)
    #expect(await next() == nil)
  }
}
