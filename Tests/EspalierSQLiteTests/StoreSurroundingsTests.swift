import Espalier
import EspalierServer
import Glibc
import Testing

@testable import EspalierSQLite

/// What happens to a store's file from outside: deleted, replaced, linked, locked, written by a newer version.
@Suite struct StoreSurroundingsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/pages.sqlite" }
  private let mine = PersistedInstance.Name(id: "i", owner: .init(page: "/p", browser: "b"))

  private func save(_ store: SQLitePageStore, _ value: JSON = 1) throws {
    try store.save([PersistedChange(key: "k", value: value)], events: [], of: mine)
  }

  /// Runs a line of shell in the folder; it must work.
  private func shell(_ line: String) {
    // Safe: the call reads the text only.
    #expect(unsafe system("cd '\(folder.path)' && \(line)") == 0, "\(line)")
  }

  @Test(arguments: ["", "-wal"])
  func `a file that is deleted, renamed or replaced fails the next save and the next check`(ending: String) throws {
    let store = try SQLitePageStore(path)
    try save(store)
    try store.check()
    let file = "pages.sqlite" + ending
    shell("mv \(file) elsewhere")
    for _ in 0..<2 {
      let error = #expect(throws: PageStoreError.self) { try store.check() }
      #expect(error?.reason.hasSuffix("was deleted, renamed or replaced while the server runs") == true)
      #expect(error?.remedy?.hasPrefix("put \(folder.path)/\(file) back") == true && error?.isTemporary == false)
      #expect(throws: PageStoreError.self) { try save(store) }
      // Another file in its place is not the same.
      shell("touch \(file)")
    }
    shell("mv elsewhere \(file)")
    try store.check()
    try save(store, 2)
    #expect(try store.instance(id: "i")?.states == ["k": 2])
  }

  @Test func `a second server is refused by every path that leads to the file`() throws {
    let first = try SQLitePageStore(path)
    try save(first)
    shell("ln -s pages.sqlite soft && ln pages.sqlite hard && rm -f pages.sqlite-lock && mkdir inner")
    for other in ["pages.sqlite", "soft", "hard", "inner/../pages.sqlite"] {
      let error = #expect(throws: SQLiteError.self) { try SQLitePageStore(folder.path + "/" + other) }
      #expect(error?.reason == "another server uses this store; stop that server, or use another file")
    }
    // The attempts must not cost the first store SQLite's own locks: without them another program deletes its log.
    let program =
      #"import sqlite3; c = sqlite3.connect(\"pages.sqlite\"); "# + #"c.execute(\"SELECT * FROM state\"); c.close()"#
    shell("python3 -c \"\(program)\" && test -e pages.sqlite-wal")
    try save(first, 2)
  }

  @Test func `a file of a newer version is refused and stays as it is`() throws {
    do {
      let newer = try Connection(path: path)
      try newer.execute("CREATE TABLE something (new); PRAGMA user_version = 99;")
    }
    shell("cp pages.sqlite before")
    let error = #expect(throws: SQLiteError.self) { try SQLitePageStore(path) }
    #expect(
      error?.reason
        == "a newer version of Espalier has written this file (schema 99; this version supports 4); run the newer "
        + "version, or use another file")
    shell("cmp pages.sqlite before")
  }

  @Test func `times of a wall clock become ages in their order, and nothing is deleted`() throws {
    do {
      let old = try Connection(path: path)
      try old.execute(
        """
        CREATE TABLE instance (
          id TEXT PRIMARY KEY, page TEXT NOT NULL, browser TEXT NOT NULL, tab TEXT NOT NULL, used INTEGER NOT NULL,
          UNIQUE (page, browser, tab)
        ) STRICT;
        INSERT INTO instance VALUES
          ('now', '/p', '1', '', unixepoch()), ('ahead', '/p', '2', '', unixepoch() + 4e9), ('1970', '/p', '3', '', 5);
        PRAGMA user_version = 3;
        """)
    }
    let store = try SQLitePageStore(path)
    var used: [String] = []
    try Connection(path: path).run("SELECT id, age FROM instance ORDER BY age") { used.append("\($0[0]) \($0[1])") }
    #expect(used == ["1970 0", "now 28800", "ahead 57600"])
    #expect(store.forgotten == .init())
  }

  @Test func `a value that is not JSON is left out and named, and the others are there`() throws {
    do {
      let store = try SQLitePageStore(path)
      try store.save([PersistedChange(key: "a", value: 1), PersistedChange(key: "b", value: 2)], events: [], of: mine)
    }
    try Connection(path: path).execute("UPDATE state SET value = '{\"x\":' WHERE key = 'a'")
    let kept = try #require(try SQLitePageStore(path).instance(id: "i"))
    #expect(kept.states == ["b": 2])
    #expect(kept.unreadable == ["a": "the text ends where a value should be at byte 5"])
  }

  @Test func `while another program has locked the database, saves fail at once and reads work`() throws {
    let store = try SQLitePageStore(path)
    try save(store)
    let other = try Connection(path: path)
    try other.execute("BEGIN IMMEDIATE")
    var times: [Duration] = []
    for _ in 0..<30 {
      times.append(
        ContinuousClock().measure {
          let error = #expect(throws: PageStoreError.self) { try save(store, 2) }
          #expect(error?.reason == "another program has locked the database" && error?.isTemporary == true)
        })
      #expect(try store.instance(id: "i")?.states == ["k": 1])
    }
    // The first one waits for 50 ms, in case the lock goes soon; if each did, all would take 1.5 s.
    #expect(times[0] > .milliseconds(25))
    #expect(times.reduce(.zero, +) < .milliseconds(1400))
    try other.execute("ROLLBACK")
    try save(store, 3)
    #expect(try store.instance(id: "i")?.states == ["k": 3])
  }
}
