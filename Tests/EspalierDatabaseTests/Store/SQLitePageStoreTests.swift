import EspalierTestSupport
import Espalier
import EspalierServer
import Glibc
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

@Suite struct SQLitePageStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/pages.sqlite" }
  private let mine = PersistedInstance.Name(id: "i", owner: .init(page: "/p", browser: "b"))

  @Test func `saved states and events are there after the file is opened again`() throws {
    do {
      let store = try SQLitePageStore(path)
      try store.save(
        [
          PersistedChange(key: "a#x", value: ["é\0\"": [1, .double(2.5), .null]]),
          PersistedChange(key: "b#x", value: "gone"),
        ],
        events: [PersistedEvent(id: "e1", sender: "192.0.2.1", fingerprint: nil)], of: mine)
      try store.save(
        [PersistedChange(key: "b#x", value: nil)], events: [PersistedEvent(id: "e2", sender: "b", fingerprint: "f")],
        of: mine)
    }
    let kept = try #require(try SQLitePageStore(path).instance(of: mine.owner))
    #expect(kept.name == mine)
    #expect(kept.states == ["a#x": ["é\0\"": [1, .double(2.5), .null]]])
    let events = [
      PersistedEvent(id: "e1", sender: "192.0.2.1", fingerprint: nil),
      PersistedEvent(id: "e2", sender: "b", fingerprint: "f"),
    ]
    #expect(kept.events == events)
  }

  @Test func `an instance is found by its id, and by its page, browser and tab`() throws {
    let store = try SQLitePageStore(path)
    let shared = PersistedInstance.Name(id: "s", owner: .init(page: "/p"))
    let tab = PersistedInstance.Name(id: "t", owner: .init(page: "/p", browser: "b", tab: "1"))
    for name in [mine, shared, tab] {
      try store.save([PersistedChange(key: "k", value: 1)], events: [], of: name)
      #expect(try store.instance(id: name.id)?.name == name)
      #expect(try store.instance(of: name.owner)?.name == name)
    }
    #expect(try store.instance(of: .init(page: "/q", browser: "b")) == nil)
    #expect(try store.instance(of: .init(page: "/p", browser: "c")) == nil)
    #expect(try store.instance(of: .init(page: "/p", browser: "b", tab: "2")) == nil)
    #expect(try store.instance(id: "none") == nil)
  }

  @Test func `a file of version 1 keeps its states and can save tabs`() throws {
    do {
      let old = try Connection(path: path)
      try old.execute(
        """
        CREATE TABLE instance (
          id TEXT PRIMARY KEY, page TEXT NOT NULL, browser TEXT NOT NULL, used INTEGER NOT NULL, UNIQUE (page, browser)
        ) STRICT;
        CREATE TABLE state (
          instance TEXT NOT NULL REFERENCES instance (id) ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
          PRIMARY KEY (instance, key)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO instance VALUES ('i', '/p', 'b', unixepoch()), ('old', '/p', 'c', 0);
        INSERT INTO state VALUES ('i', 'k', '7'), ('old', 'k', '8');
        PRAGMA user_version = 1;
        """)
    }
    for _ in 0..<2 {
      let store = try SQLitePageStore(path)
      #expect(try store.instance(of: mine.owner)?.states == ["k": 7])
      #expect(try store.instance(id: "old")?.states == ["k": 8], "the clock may have been wrong")
    }
    var states = ""
    try Connection(path: path).run("SELECT count(*) FROM state") { states = $0[0] }
    #expect(states == "2")
    let tab = PersistedInstance.Name(id: "t", owner: .init(page: "/p", browser: "b", tab: "1"))
    let store = try SQLitePageStore(path)
    try store.save(
      [PersistedChange(key: "k", value: 9)], events: [PersistedEvent(id: "e", sender: "b", fingerprint: "f")], of: tab)
    #expect(try store.instance(of: tab.owner)?.states == ["k": 9])
  }

  @Test func `a file of version 2 keeps its events and stores fingerprints of new ones`() throws {
    do {
      let old = try Connection(path: path)
      try old.execute(
        """
        CREATE TABLE instance (
          id TEXT PRIMARY KEY, page TEXT NOT NULL, browser TEXT NOT NULL, tab TEXT NOT NULL, used INTEGER NOT NULL,
          UNIQUE (page, browser, tab)
        ) STRICT;
        CREATE TABLE event (
          number INTEGER PRIMARY KEY, instance TEXT NOT NULL REFERENCES instance (id) ON DELETE CASCADE,
          id TEXT NOT NULL, browser TEXT
        ) STRICT;
        INSERT INTO instance VALUES ('i', '/p', 'b', '', unixepoch());
        INSERT INTO event (instance, id, browser) VALUES ('i', 'e1', 'b'), ('i', 'e2', NULL);
        PRAGMA user_version = 2;
        """)
    }
    let new = PersistedEvent(id: "e3", sender: "b", fingerprint: "f")
    try SQLitePageStore(path).save([], events: [new], of: mine)
    let events = try SQLitePageStore(path).instance(id: "i")?.events
    #expect(
      events == [
        PersistedEvent(id: "e1", sender: "b", fingerprint: nil), PersistedEvent(id: "e2", sender: "", fingerprint: nil),
        new,
      ])
  }

  @Test func `a save that fails changes nothing and reports the reason`() throws {
    let store = try SQLitePageStore(path)
    try store.save([PersistedChange(key: "k", value: 1)], events: [], of: mine)
    let stranger = try Connection(path: path)
    try stranger.execute("CREATE TRIGGER no BEFORE INSERT ON state BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    let error = #expect(throws: PageStoreError.self) {
      try store.save(
        [PersistedChange(key: "k", value: nil), PersistedChange(key: "l", value: 2)], events: [], of: mine)
    }
    #expect((error?.underlying as? SQLiteError)?.reason == "the disk is full")
    #expect(try store.instance(id: "i")?.states == ["k": 1])
  }

  @Test func `the error for a file that cannot be opened names the file`() {
    let error = #expect(throws: SQLiteError.self) { try SQLitePageStore(folder.path + "/none/pages.sqlite") }
    #expect(error?.description.contains("/none/pages.sqlite") == true)
  }
}
