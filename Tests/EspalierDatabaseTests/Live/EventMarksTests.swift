import Espalier
import EspalierTestSupport
import EspalierServer
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// For how long a database knows that it has written an event.
@Suite struct EventMarksTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()

  init() throws { folder = try TemporaryFolder() }

  private func open() -> Database {
    Database(folder.path + "/data.sqlite", schema: nil, limits: DatabaseLimits(), followsRows: true, clock: clock)
  }
  private func make(_ statements: String = "CREATE TABLE other (a)") throws {
    try Connection(path: folder.path + "/data.sqlite").execute(statements)
  }
  private func write(_ id: String, to database: Database) async throws -> Bool {
    try await database.write(once: id) { _ in true } ?? false
  }
  private func ids(_ database: Database) async throws -> [String] {
    try await database.rows("SELECT id FROM espalier_event ORDER BY number", as: String.self)
  }

  @Test func `an id is known for two minutes, and forgotten with the next new one`() async throws {
    try make()
    let database = open()
    #expect(try await write("a", to: database))
    clock.advance(by: .seconds(119))
    #expect(try await write("b", to: database))
    #expect(try await !write("a", to: database))
    clock.advance(by: .seconds(2))
    #expect(try await write("c", to: database))
    #expect(try await ids(database) == ["b", "c"])
    #expect(try await write("a", to: database))
    #expect(try await !write("b", to: database))
  }

  @Test func `after a restart, all ids count as new`() async throws {
    try make()
    #expect(try await write("a", to: open()))
    clock.advance(by: .seconds(9_999))
    let database = open()
    #expect(try await !write("a", to: database))
    #expect(try await write("b", to: database))
    clock.advance(by: .seconds(119))
    #expect(try await write("c", to: database))
    #expect(try await !write("a", to: database))
    clock.advance(by: .seconds(2))
    #expect(try await write("d", to: database))
    #expect(try await ids(database) == ["c", "d"])
  }

  @Test(arguments: [
    "CREATE TABLE espalier_event (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT",
    """
    CREATE TABLE espalier_event (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, time INTEGER NOT NULL DEFAULT 0) STRICT
    """,
  ])
  func `the table of an older version works, and its ids count as new`(table: String) async throws {
    try make("\(table); INSERT INTO espalier_event (number, id) VALUES (70001, 'a'), (70002, 'b')")
    let database = open()
    #expect(try await !write("a", to: database))
    #expect(try await write("c", to: database))
    clock.advance(by: .seconds(119))
    #expect(try await !write("b", to: database))
    #expect(try await write("d", to: database))
    clock.advance(by: .seconds(2))
    #expect(try await write("e", to: database))
    #expect(try await ids(database) == ["d", "e"])
  }

  @Test func `there are 65,536 ids at most, and the oldest go first`() async throws {
    try make(
      """
      CREATE TABLE espalier_event (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 65535)
      INSERT INTO espalier_event (id) SELECT 'n' || i FROM n;
      """)
    let database = open()
    #expect(try await write("a", to: database))
    #expect(try await !write("n1", to: database))
    #expect(try await write("b", to: database))
    #expect(try await !write("n2", to: database))
    #expect(try await database.rows("SELECT count(*) FROM espalier_event", as: Int.self) == [65_536])
    #expect(try await write("n1", to: database))
  }

  @Test func `a table that was emptied begins again, and a write that fails keeps no id`() async throws {
    try make()
    let database = open()
    for id in ["a", "b", "c"] { #expect(try await write(id, to: database)) }
    clock.advance(by: .seconds(60))
    try await database.write { try $0.run("DELETE FROM espalier_event") }
    #expect(try await write("d", to: database))
    clock.advance(by: .seconds(70))
    struct Failure: Error {}
    await #expect(throws: Failure.self) { try await database.write(once: "e") { _ in throw Failure() } }
    #expect(try await write("e", to: database))
    #expect(try await ids(database) == ["d", "e"])
  }

  @Test func `law: no id goes before two minutes, and each goes a second after the note of it is two minutes old`() {
    for seed in seeds(200) {
      var random = SeededRandom(state: UInt64(seed))
      var marks = EventMarks()
      /// When each number was written, and when this process has noted it.
      var (written, noted) = ([Duration](), [Duration]())
      var now = Duration.zero
      for _ in 0..<200 {
        let longest = [10, 500, 30_000].randomElement(using: &random) ?? 0
        now += .milliseconds(Int.random(in: 0...longest, using: &random))
        // Another process writes some.
        for _ in 0..<Int.random(in: 0...2, using: &random) { written.append(now) }
        let old = Int(marks.old(at: now, before: Int64(written.count + 1)))
        #expect(old <= written.firstIndex { now - $0 < .seconds(120) } ?? written.count, "seed \(seed)")
        #expect(old >= noted.firstIndex { now - $0 < .seconds(121) } ?? noted.count, "seed \(seed)")
        // Otherwise the transaction is rolled back.
        guard Int.random(in: 0..<5, using: &random) > 0 else { continue }
        written.append(now)
        noted += Array(repeating: now, count: written.count - noted.count)
        marks.note(Int64(written.count), at: now)
      }
    }
  }
}
