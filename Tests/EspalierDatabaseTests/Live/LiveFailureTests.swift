import EspalierTestSupport
import Foundation
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// What viewers hear when the rows cannot be read, and that they see them again when the cause is gone.
@Suite struct LiveFailureTests {
  struct Person: Codable, Sendable, Equatable {
    var id: Int
    var last: String
  }

  private static let schema = "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT)"
  private static let people = Query<Person>("SELECT * FROM person", sortedBy: .ascending("last"))
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/live.sqlite" }
  private var quick: DatabaseLimits { DatabaseLimits { $0.lookEvery = .milliseconds(20) } }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a missing file, and a missing table and column, are shown until they are there`() async throws {
    let viewer = Viewer(Database(path, limits: quick), Self.people, WindowPlace(.start, after: 5))
    try await until { viewer.now.error?.code == .noFile }
    try folder.run("sqlite3 live.sqlite 'PRAGMA journal_mode=WAL; CREATE TABLE thing (id)'")
    try await until { viewer.now.error?.code == .noTable }
    try folder.run("sqlite3 live.sqlite 'CREATE TABLE person (id INTEGER PRIMARY KEY)'")
    try await until { viewer.now.error?.code == .noColumn }
    #expect(
      viewer.now.error?.statement == "SELECT * FROM person"
        && viewer.now.error?.reason == "the result has no column last")
    try folder.run(
      "sqlite3 live.sqlite \"ALTER TABLE person ADD COLUMN last TEXT; INSERT INTO person VALUES (1, 'Ada')\"")
    try await until { viewer.rows == [Person(id: 1, last: "Ada")] && viewer.now.error == nil }
    try await until { viewer.now.state.count == 1 }
  }

  @Test func `a file that was replaced, and one that is damaged, are noticed`() async throws {
    let database = Database(path, schema: Self.schema, limits: quick)
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('old')") }
    let viewer = Viewer(database, Self.people, WindowPlace(.start, after: 5))
    try await until { viewer.rows.map(\.last) == ["old"] && viewer.now.state.count == 1 }
    try folder.run("sqlite3 copy.sqlite \"\(Self.schema); INSERT INTO person (last) VALUES ('new'), ('newer')\"")
    try folder.run("rm -f live.sqlite-wal live.sqlite-shm; mv copy.sqlite live.sqlite")
    try await until { viewer.rows.map(\.last) == ["new", "newer"] && viewer.now.state.count == 2 }
    try folder.run(
      "echo 'Dear Ada, this is a letter, and no database at all.' > letter; mv letter live.sqlite; rm -f live.sqlite-wal live.sqlite-shm"
    )
    try await until { viewer.now.error?.code == .notADatabase }
    try folder.run(
      "sqlite3 copy.sqlite \"\(Self.schema); INSERT INTO person (last) VALUES ('back')\"; mv copy.sqlite live.sqlite")
    try await until { viewer.rows.map(\.last) == ["back"] && viewer.now.error == nil }
  }

  @Test func `a row that does not decode, and an id that is there twice, are named`() async throws {
    let database = Database(path, schema: Self.schema, limits: quick)
    try await database.write { try $0.run("INSERT INTO person VALUES (1, NULL)") }
    let viewer = Viewer(database, Self.people, WindowPlace(.start, after: 5))
    try await until { viewer.now.error?.code == .decoding }
    try await database.write { try $0.run("UPDATE person SET last = 'Ada'") }
    try await until { viewer.rows == [Person(id: 1, last: "Ada")] && viewer.now.error == nil }
    let twice = Viewer(
      database, Query<Person>("SELECT 7 AS id, last FROM person", sortedBy: .ascending("last")),
      WindowPlace(.start, after: 5))
    try await until { twice.now.state.rows.count == 1 }
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Alan')") }
    try await until { twice.now.error?.reason == "two rows have the id 7" }
    try await until { viewer.rows.map(\.last) == ["Ada", "Alan"] }
  }

  @Test func `a query that takes too long fails alone`() async throws {
    let database = Database(
      path, schema: Self.schema,
      limits: DatabaseLimits {
        $0.lookEvery = .milliseconds(20)
        $0.longestQuery = .milliseconds(50)
      })
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Ada')") }
    let slow = Query<Person>(
      """
      SELECT id, last FROM person WHERE (
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000) SELECT count(*) FROM n
      ) > 0
      """, sortedBy: .ascending("last"))
    let viewer = Viewer(database, slow, WindowPlace(.start, after: 5))
    let other = Viewer(database, Self.people, WindowPlace(.start, after: 5))
    try await until { viewer.now.error?.code == .tooSlow && other.rows.count == 1 }
    // It is not tried again before its table changes.
    let windows = database.metrics[.window]
    try await Task.sleep(for: .milliseconds(100))
    #expect(database.metrics[.window] == windows)
  }

  @Test func `readers go on while another program has locked the file for writing`() async throws {
    let database = Database(path, schema: Self.schema, limits: quick)
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Ada')") }
    let other = try Connection(path: path)
    try other.execute("BEGIN IMMEDIATE; INSERT INTO person (last) VALUES ('Alan')")
    let viewer = Viewer(database, Self.people, WindowPlace(.start, after: 5))
    try await until { viewer.rows.map(\.last) == ["Ada"] && viewer.now.state.count == 1 }
    try other.execute("COMMIT")
    try await until { viewer.rows.map(\.last) == ["Ada", "Alan"] && viewer.now.state.count == 2 }
  }

  @Test func `a key with another number of values is refused`() async throws {
    let database = Database(path, schema: Self.schema, limits: quick)
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('Ada')") }
    let viewer = Viewer(database, Self.people, WindowPlace(.key(RowKey([1])), after: 5))
    try await until { viewer.now.error?.code == .parameters }
    viewer.window.move(to: WindowPlace(.start, after: 5))
    try await until { viewer.rows.map(\.last) == ["Ada"] }
  }
}
