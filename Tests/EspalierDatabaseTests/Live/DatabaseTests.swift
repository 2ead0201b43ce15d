import EspalierTestSupport
import Foundation
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// Reading and writing, and what happens when the file or a statement is wrong.
@Suite struct DatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/data.sqlite" }
  private static let schema = "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT NOT NULL UNIQUE)"

  init() throws { folder = try TemporaryFolder() }

  private func names(_ database: Database) async throws -> [String] {
    try await database.rows("SELECT last FROM person ORDER BY id", as: String.self)
  }

  @Test func `a transaction is written whole or not at all`() async throws {
    let database = Database(path, schema: Self.schema)
    let (changed, count, row) = try await database.write { data in
      let changed = try data.run("INSERT INTO person (last) VALUES (\("Ada"))")
      let row = try data.rows("INSERT INTO person (last) VALUES (\("Alan")) RETURNING id", as: Int.self)
      return (changed, try data.rows("SELECT count(*) FROM person", as: Int.self), row)
    }
    #expect(changed == 1 && count == [2])
    #expect(row == [2])
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { data in
        try data.run("INSERT INTO person (last) VALUES (\("Grace"))")
        try data.run("INSERT INTO person (last) VALUES (\("Ada"))")
      }
    }
    #expect(error?.code == .constraint && error?.statement == "INSERT INTO person (last) VALUES (?)")
    #expect(try await names(database) == ["Ada", "Alan"])
  }

  @Test func `a repeated event writes once, also after a restart`() async throws {
    for _ in 0..<2 {
      let database = Database(path, schema: Self.schema)
      for id in ["a", "b", "a"] {
        try await database.write(once: id) { try $0.run("INSERT INTO person (last) VALUES (\(id))") }
      }
      #expect(try await names(database) == ["a", "b"])
    }
    // An event whose transaction failed was not written.
    let database = Database(path)
    await #expect(throws: DatabaseError.self) {
      try await database.write(once: "c") { try $0.run("INSERT INTO person (last) VALUES (\("a"))") }
    }
    #expect(try await database.write(once: "c") { try $0.run("INSERT INTO person (last) VALUES (\("c"))") } == 1)
    #expect(try await database.write(once: "c") { try $0.run("INSERT INTO person (last) VALUES (\("c"))") } == nil)
  }

  @Test func `a writer is of no use after its transaction`() async throws {
    final class Kept: @unchecked Sendable { var writer: DatabaseWriter? }  // Sendable: used in one task.
    let kept = Kept()
    let database = Database(path, schema: Self.schema)
    try await database.write { kept.writer = $0 }
    #expect(throws: DatabaseError.self) { try kept.writer?.run("DELETE FROM person") }
  }

  @Test func `a missing file is named, and used when it is there`() async throws {
    let database = Database(path)
    let error = await #expect(throws: DatabaseError.self) { try await names(database) }
    #expect(error?.code == .noFile)
    #expect(error?.description == "\(path): there is no such file; put it there, or correct the path")
    try await Database(path, schema: Self.schema).write { try $0.run("INSERT INTO person (last) VALUES (\("Ada"))") }
    #expect(try await names(database) == ["Ada"])
  }

  @Test(arguments: [
    ("SELECT 1 FROM nobody", DatabaseError.Code.noTable, "no such table: nobody"),
    ("SELECT absent FROM person", .noColumn, "no such column: absent"),
    ("SELECT last FROM person WHERE id = ?", .parameters, "the statement has 1 parameters, but 0 values"),
    ("SELEKT", .statement, "near \"SELEKT\": syntax error"),
    ("DELETE FROM person", .readOnly, "the database is read-only"),
  ])
  func `a wrong statement is named`(sql: String, code: DatabaseError.Code, reason: String) async throws {
    let database = Database(path, schema: Self.schema)
    let error = await #expect(throws: DatabaseError.self) { try await database.rows(SQL(sql), as: Int.self) }
    #expect(error?.code == code && error?.reason == reason && error?.database == path)
    #expect(error?.description.contains("; ") == true && error?.description.contains("\n") == false)
  }

  @Test func `a statement that takes too long ends, and the next one runs`() async throws {
    let database = Database(path, schema: Self.schema, limits: DatabaseLimits { $0.longestQuery = .milliseconds(50) })
    let endless: SQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let error = await #expect(throws: DatabaseError.self) { try await database.rows(endless, as: Int.self) }
    #expect(error?.code == .tooSlow && error?.statement == endless.text)
    let written = await #expect(throws: DatabaseError.self) {
      try await database.write { try $0.rows(endless, as: Int.self) }
    }
    #expect(written?.code == .tooSlow)
    #expect(try await names(database) == [])
    // A write takes the time that it needs.
    try await database.write { data in
      let count = try data.run(
        """
        INSERT INTO person (last) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000)
        SELECT printf('%d', i) FROM n
        """)
      #expect(count == 300_000)
      try data.run("DELETE FROM person")
    }
    try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("Ada"))") }
  }

  @Test func `a result with too many rows is refused`() async throws {
    let database = Database(path, schema: Self.schema, limits: DatabaseLimits { $0.mostRowsHeld = 2 })
    #expect(try await database.rows("VALUES (1), (2)", as: Int.self) == [1, 2])
    let error = await #expect(throws: DatabaseError.self) {
      try await database.rows("VALUES (1), (2), (3)", as: Int.self)
    }
    #expect(error?.code == .tooManyRows)
  }

  @Test func `a file that another program has locked is busy for as long as that program holds it`() async throws {
    let database = Database(path, schema: Self.schema, limits: DatabaseLimits { $0.busyTimeout = .milliseconds(50) })
    #expect(try await names(database) == [])
    let other = try Connection(path: path)
    try other.execute("BEGIN IMMEDIATE")
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("Ada"))") }
    }
    #expect(error?.code == .busy)
    #expect(try await names(database) == [])
    try other.execute("ROLLBACK")
    try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("Ada"))") }
    #expect(try await names(database) == ["Ada"])
  }

  @Test func `a file that was replaced is opened again`() async throws {
    let database = Database(path, schema: Self.schema)
    try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("old"))") }
    let other = Database(folder.path + "/other.sqlite", schema: Self.schema)
    try await other.write { try $0.run("INSERT INTO person (last) VALUES (\("new"))") }
    try folder.run(
      "sqlite3 other.sqlite \"VACUUM INTO 'copy.sqlite'\" && rm data.sqlite-wal data.sqlite-shm; mv copy.sqlite data.sqlite"
    )
    #expect(try await names(database) == ["new"])
    try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("newer"))") }
    #expect(try await names(database) == ["new", "newer"])
    // A file that was removed is not made again: its rows would be lost without a word.
    try folder.run("rm -f data.sqlite data.sqlite-wal data.sqlite-shm")
    let error = await #expect(throws: DatabaseError.self) { try await names(database) }
    #expect(error?.code == .noFile)
  }

  @Test func `a damaged file and a file of another kind are named`() async throws {
    try folder.write("data.sqlite", "This is a letter and no database. " + String(repeating: "Dear Ada. ", count: 200))
    let database = Database(path)
    #expect(await #expect(throws: DatabaseError.self) { try await names(database) }?.code == .notADatabase)
    try folder.run("rm data.sqlite")
    let other = Database(folder.path + "/other.sqlite", schema: Self.schema)
    try await other.write { data in
      for number in 0..<2000 { try data.run("INSERT INTO person (last) VALUES (\("name \(number)"))") }
    }
    // All pages but the first are overwritten.
    try folder.run("sqlite3 other.sqlite \"VACUUM INTO 'data.sqlite'\"")
    try folder.run("head -c 40000 /dev/zero | tr '\\0' 'x' | dd of=data.sqlite bs=4096 seek=1 conv=notrunc status=none")
    #expect(await #expect(throws: DatabaseError.self) { try await names(database) }?.code == .corrupt)
  }

  @Test func `a full disk is named, and reading goes on`() async throws {
    let database = Database(path, schema: Self.schema)
    try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("Ada"))") }
    try await database.write { _ = try $0.rows("PRAGMA max_page_count = 4", as: Int.self) }
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { data in
        for _ in 0..<100 { try data.run("INSERT INTO person (last) VALUES (hex(randomblob(500)))") }
      }
    }
    #expect(error?.code == .full && error?.statement == nil)
    #expect(try await names(database) == ["Ada"])
    try await database.write { _ = try $0.rows("PRAGMA max_page_count = 4000", as: Int.self) }
    try await database.write { try $0.run("INSERT INTO person (last) VALUES (\("Alan"))") }
  }
}
