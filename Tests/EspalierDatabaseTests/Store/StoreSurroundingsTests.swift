import EspalierTestSupport
import Espalier
import EspalierServer
import Glibc
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// What happens to a store's file from outside: somebody deletes, replaces, links or locks it, or a newer version
/// writes it.
@Suite struct StoreSurroundingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/pages.sqlite" }
  private let mine = PersistedInstance.Name(id: "i", owner: .init(page: "/p", browser: "b"))

  private func save(_ store: SQLitePageStore, _ value: JSON = 1) throws {
    try store.save([PersistedChange(key: "k", value: value)], events: [], of: mine)
  }

  @Test(arguments: ["", "-wal"])
  func `after a file is deleted, renamed or replaced, the next save and the next check fail`(ending: String) throws {
    let store = try SQLitePageStore(path)
    try save(store)
    try store.check()
    let file = "pages.sqlite" + ending
    try folder.run("mv \(file) elsewhere")
    for _ in 0..<2 {
      let error = #expect(throws: PageStoreError.self) { try store.check() }
      #expect(error?.reason.hasSuffix("was deleted, renamed or replaced while the server runs") == true)
      #expect(error?.remedy?.hasPrefix("put \(folder.path)/\(file) back") == true && error?.isTemporary == false)
      #expect(throws: PageStoreError.self) { try save(store) }
      // Another file in its place is not the same file.
      try folder.run("touch \(file)")
    }
    try folder.run("mv elsewhere \(file)")
    try store.check()
    try save(store, 2)
    #expect(try store.instance(id: "i")?.states == ["k": 2])
  }

  @Test func `a second server is refused whichever path to the file it uses`() throws {
    let first = try SQLitePageStore(path)
    try save(first)
    try folder.run("ln -s pages.sqlite soft && ln pages.sqlite hard && rm -f pages.sqlite-lock && mkdir inner")
    for other in ["pages.sqlite", "soft", "hard", "inner/../pages.sqlite"] {
      let error = #expect(throws: SQLiteError.self) { try SQLitePageStore(folder.path + "/" + other) }
      #expect(error?.reason == "another server uses this store; stop that server, or use another file")
    }
    // The attempts must not release the first store's SQLite locks: without them another program deletes its log.
    let program =
      #"import sqlite3; c = sqlite3.connect(\"pages.sqlite\"); "# + #"c.execute(\"SELECT * FROM state\"); c.close()"#
    try folder.run("python3 -c \"\(program)\" && test -e pages.sqlite-wal")
    try save(first, 2)
  }

  @Test func `a file of a newer version is refused and not changed`() throws {
    do {
      let newer = try Connection(path: path)
      try newer.execute("CREATE TABLE something (new); PRAGMA user_version = 99;")
    }
    try folder.run("cp pages.sqlite before")
    let error = #expect(throws: SQLiteError.self) { try SQLitePageStore(path) }
    #expect(
      error?.reason
        == "a newer version of Espalier has written this file (schema 99; this version supports 4); run the newer "
        + "version, or use another file")
    try folder.run("cmp pages.sqlite before")
  }

  @Test func `wall-clock times become ages in the same order, and nothing is deleted`() throws {
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

  @Test func `a value that is not JSON is left out and reported, and the others are read`() throws {
    do {
      let store = try SQLitePageStore(path)
      try store.save([PersistedChange(key: "a", value: 1), PersistedChange(key: "b", value: 2)], events: [], of: mine)
    }
    try Connection(path: path).execute("UPDATE state SET value = '{\"x\":' WHERE key = 'a'")
    let kept = try #require(try SQLitePageStore(path).instance(id: "i"))
    #expect(kept.states == ["b": 2])
    #expect(kept.unreadable == ["a": "the text ends where a value is expected at byte 5"])
  }

  @Test func `while another program locks the database, saves fail at once and reads work`() throws {
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
    // The first save waits for 50 ms in case the lock is released soon. If each save did, all would take 1.5 s.
    #expect(times[0] > .milliseconds(25))
    #expect(times.reduce(.zero, +) < .milliseconds(1400))
    try other.execute("ROLLBACK")
    try save(store, 3)
    #expect(try store.instance(id: "i")?.states == ["k": 3])
  }
}
