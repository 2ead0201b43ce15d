import EspalierTestSupport
import Foundation
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// Windows that follow what this process and others write.
@Suite struct LiveWindowTests {
  struct Person: Codable, Sendable, Equatable {
    var id: Int
    var last: String?
    var note: String
  }

  private static let schema = """
    CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT, active INTEGER DEFAULT 1, note TEXT DEFAULT '');
    CREATE TABLE IF NOT EXISTS other (id INTEGER PRIMARY KEY);
    """
  private static let people = Query<Person>(
    "SELECT id, last, note FROM person WHERE active = \(true)", sortedBy: .ascending("last"))

  private let folder: TemporaryFolder
  private var path: String { folder.path + "/live.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  /// A database with people whose names are a, b, c and so on.
  private func database(
    _ count: Int = 10, followsRows: Bool = true, _ limits: (inout DatabaseLimits) -> Void = { _ in }
  ) async throws -> Database {
    let database = Database(path, schema: Self.schema, limits: DatabaseLimits(limits), followsRows: followsRows)
    try await database.write { data in
      for number in 0..<count {
        try data.run("INSERT INTO person (last) VALUES (\(String(UnicodeScalar(UInt8(97 + number)))))")
      }
    }
    return database
  }

  private func names(_ viewer: Viewer<Person>) -> String { viewer.rows.map { $0.last ?? "-" }.joined() }

  private func viewer(_ database: Database, _ place: WindowPlace, _ query: Query<Person> = people) async throws
    -> Viewer<Person>
  {
    let viewer = Viewer(database, query, place)
    try await until { viewer.now.state.count != nil }
    return viewer
  }

  @Test func `a window shows the rows around its anchor, with position and count`() async throws {
    let database = try await database()
    let first = try await viewer(database, WindowPlace(.start, after: 3))
    #expect(names(first) == "abc" && first.now.state.position == 0 && first.now.state.count == 10)
    #expect(first.now.state.isAtStart && !first.now.state.isAtEnd)
    let last = try await viewer(database, WindowPlace(.end, before: 3))
    #expect(names(last) == "hij" && last.now.state.position == 7 && last.now.state.isAtEnd)
    let middle = try await viewer(database, WindowPlace(.key(RowKey(["e", 5])), before: 2, after: 3))
    #expect(names(middle) == "cdefg" && middle.now.state.position == 2 && middle.now.state.anchor == 2)
    middle.window.move(to: WindowPlace(.key(RowKey(["b", 2])), before: 5, after: 1))
    try await until { names(middle) == "ab" }
    #expect(middle.now.state.position == 0 && middle.now.state.anchor == 1 && middle.now.state.isAtStart)
  }

  @Test(arguments: [true, false])
  func `a window follows a row that moves, or that others push out (D29)`(followsRows: Bool) async throws {
    let database = try await database(followsRows: followsRows)
    let viewer = try await viewer(database, WindowPlace(.start, after: 3, following: 3))
    #expect(names(viewer) == "abc")
    // A move within the window moves the row, and not the window.
    try await database.write { try $0.run("UPDATE person SET last = 'aa' WHERE id = 3") }
    try await until { names(viewer) == "aaab" }
    try await database.write { try $0.run("UPDATE person SET last = 'gg' WHERE id = 3") }
    try await until { names(viewer) == "gggh" && viewer.now.state.position == 5 && viewer.now.state.count == 10 }
    try await database.write { data in
      for name in ["ga", "gb", "gc"] { try data.run("INSERT INTO person (last) VALUES (\(name))") }
    }
    try await until { names(viewer) == "gcggh" }
    // A row that is gone is followed no more.
    try await database.write { try $0.run("DELETE FROM person WHERE id = 3") }
    try await until { names(viewer) == "gchi" }
  }

  @Test func `an anchor that is gone resolves to the row that took its place`() async throws {
    let database = try await database()
    let viewer = try await viewer(database, WindowPlace(.key(RowKey(["e", 5])), after: 2))
    try await database.write { try $0.run("DELETE FROM person WHERE last = 'e'") }
    try await until { names(viewer) == "fg" }
    #expect(viewer.now.state.position == 4 && viewer.now.state.count == 9)
  }

  @Test func `each transaction is one change, and windows without its rows hear only of positions`() async throws {
    let database = try await database()
    let near = try await viewer(database, WindowPlace(.start, after: 3))
    let far = try await viewer(database, WindowPlace(.key(RowKey(["g", 7])), after: 2))
    let (before, beforeFar) = (near.now.changes, far.now.changes)
    try await database.write { data in
      try data.run("UPDATE person SET note = 'x' WHERE last = 'a'")
      try data.run("UPDATE person SET note = 'y' WHERE last = 'a'")
      try data.run("INSERT INTO person (last) VALUES ('aa')")
      try data.run("DELETE FROM person WHERE last = 'b'")
      try data.run("INSERT INTO person (last) VALUES ('bb')")
    }
    try await until { near.now.changes > before && far.now.changes > beforeFar }
    #expect(near.rows.map(\.note) == ["y", "", ""] && near.rows.map(\.last) == ["a", "aa", "bb"])
    #expect(near.now.changes == before + 1 && far.now.changes == beforeFar + 1)
    #expect(far.now.state.position == 7 && far.now.state.count == 11)
    // A row in no window and no list changes nothing for anybody.
    let windows = database.metrics[.window]
    try await database.write { data in
      try data.run("UPDATE person SET note = 'z' WHERE last = 'd'")
      try data.run("INSERT INTO other VALUES (1)")
      try data.run("INSERT INTO person (last, active) VALUES ('a', 0)")
    }
    #expect(database.metrics[.window] == windows && near.now.changes == before + 1)
  }

  @Test func `a changed sort key moves its row, and the id stays`() async throws {
    let database = try await database(4)
    let viewer = try await viewer(database, WindowPlace(.start, after: 10))
    let changes = viewer.now.changes
    try await database.write { try $0.run("UPDATE person SET last = 'z' WHERE last = 'a'") }
    try await until { names(viewer) == "bcdz" }
    #expect(viewer.ids == [2, 3, 4, 1] && viewer.now.changes == changes + 1)
    // The key is another one, even if the order is the same.
    try await database.write { try $0.run("UPDATE person SET last = 'zz' WHERE last = 'z'") }
    try await until { names(viewer) == "bcdzz" }
  }

  /// Pitfall 6: a window at the end has no upper key, so that each later insert is in it.
  @Test func `a window at the end shows each row that is added`() async throws {
    let database = try await database(3)
    let end = try await viewer(database, WindowPlace(.end, before: 2))
    let rest = try await viewer(database, WindowPlace(.key(RowKey(["b", 2])), after: 9))
    for (added, expected) in [("x", "cx"), ("y", "xy"), ("z", "yz")] {
      try await database.write { try $0.run("INSERT INTO person (last) VALUES (\(added))") }
      try await until { names(end) == expected }
    }
    try await until { names(rest) == "bcxyz" }
    let empty = try await viewer(database, WindowPlace(.key(RowKey(["zz", 0])), after: 2))
    #expect(empty.rows.isEmpty && empty.now.state.position == 6 && empty.now.state.isAtEnd)
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('zzz')") }
    try await until { names(empty) == "zzz" }
  }

  /// Pitfall 8: VACUUM gives new rowids to a table without an INTEGER PRIMARY KEY.
  @Test func `an anchor is a key and an id, which VACUUM does not change`() async throws {
    let database = Database(
      path, schema: "CREATE TABLE word (name TEXT); CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY)",
      limits: DatabaseLimits { $0.lookEvery = .milliseconds(20) })
    try await database.write { data in
      for number in 10..<60 { try data.run("INSERT INTO word VALUES (\("w\(number)"))") }
      try data.run("DELETE FROM word WHERE rowid % 2 = 1")
    }
    let query = Query<String>("SELECT name FROM word", sortedBy: .ascending("name"), id: "name")
    let viewer = Viewer(database, query, WindowPlace(.key(RowKey(["w31", "w31"])), after: 2))
    try await until { viewer.now.state.count == 25 }
    let before = viewer.rows
    let other = try Connection(path: path)
    #expect(try other.integer("SELECT rowid FROM word WHERE name = 'w31'") == 22)
    try other.execute("VACUUM")
    #expect(try other.integer("SELECT rowid FROM word WHERE name = 'w31'") != 22)
    try other.execute("INSERT INTO word VALUES ('w99')")
    try await until { viewer.now.state.count == 26 }
    #expect(viewer.rows == before && viewer.now.state.position == 10)
    #expect(before == ["w31", "w33"])
  }

  @Test(arguments: [true, false])
  func `changes of another process are seen, and those of this one without the hook`(foreign: Bool) async throws {
    let database = try await database(followsRows: foreign) { $0.lookEvery = .milliseconds(20) }
    let viewer = try await viewer(database, WindowPlace(.start, after: 3))
    if foreign {
      let other = try Connection(path: path)
      try other.execute("UPDATE person SET note = 'new' WHERE last = 'b'; INSERT INTO person (last) VALUES ('A')")
    } else {
      try await database.write { data in
        try data.run("UPDATE person SET note = 'new' WHERE last = 'b'")
        try data.run("INSERT INTO person (last) VALUES ('A')")
      }
    }
    try await until { names(viewer) == "Aab" && viewer.now.state.count == 11 }
    #expect(viewer.rows.map(\.note) == ["", "", "new"])
  }

  @Test func `many changed rows are read again by window`() async throws {
    let database = try await database { $0.mostRowsFollowed = 3 }
    let viewer = try await viewer(database, WindowPlace(.start, after: 3))
    let keys = database.metrics[.key]
    try await database.write { try $0.run("UPDATE person SET last = 'x' || last WHERE id <= 5") }
    try await until { names(viewer) == "fgh" && viewer.now.state.position == 0 }
    #expect(database.metrics[.key] == keys)
  }

  @Test func `while nobody looks no query runs`() async throws {
    let database = try await database { $0.lookEvery = .milliseconds(5) }
    do {
      let viewer = try await viewer(database, WindowPlace(.start, after: 3))
      let looks = database.metrics[.look]
      try await until { database.metrics[.look] > looks + 2 }
      _ = viewer
    }
    let work = try await database.workBeforeRest()
    try await database.write { try $0.run("INSERT INTO person (last) VALUES ('a')") }
    try Connection(path: path).execute("DELETE FROM person WHERE last = 'b'")
    try await Task.sleep(for: .milliseconds(60))
    #expect(database.workDone == work && work > 0)
    // The next viewer sees everything.
    let viewer = try await viewer(database, WindowPlace(.start, after: 3))
    #expect(names(viewer) == "aac" && viewer.now.state.count == 10)
  }

  @Test func `windows of one query share its count`() async throws {
    let database = try await database()
    let viewers = [
      try await viewer(database, WindowPlace(.start, after: 2)),
      try await viewer(database, WindowPlace(.end, before: 2)),
    ]
    #expect(viewers.count == 2 && database.metrics[.count] == 1)
  }

  @Test func `sections are the values of their column`() async throws {
    let database = try await database(4)
    try await database.write { try $0.run("UPDATE person SET note = 'odd' WHERE id % 2 = 1") }
    let query = Query<Person>("SELECT * FROM person", sortedBy: .ascending("last"), section: "note")
    let viewer = try await viewer(database, WindowPlace(.start, after: 9), query)
    #expect(names(viewer) == "bdac")
    #expect(viewer.now.state.rows.map(\.section) == ["", "", "odd", "odd"])
  }

  @Test func `a join is read again when one of its tables changes`() async throws {
    let database = try await database(4)
    let query = Query<Person>(
      "SELECT person.id AS id, last, note FROM person JOIN other ON other.id = person.id", sortedBy: .ascending("last"))
    let viewer = try await viewer(database, WindowPlace(.start, after: 9), query)
    #expect(viewer.rows.isEmpty)
    try await database.write { try $0.run("INSERT INTO other VALUES (2), (3)") }
    try await until { names(viewer) == "bc" && viewer.now.state.count == 2 }
    try await database.write { try $0.run("UPDATE person SET note = 'new' WHERE id = 3") }
    try await until { viewer.rows.map(\.note) == ["", "new"] }
  }
}
