import Espalier
import EspalierServer
import EspalierTestSupport
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// How long the page store remembers the ids of events.
@Suite struct StoreEventsTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()

  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/pages.sqlite" }
  private let mine = PersistedInstance.Name(id: "i", owner: .init(page: "/p", browser: "b"))
  private let others = PersistedInstance.Name(id: "o", owner: .init(page: "/p", browser: "c"))

  private func open() throws -> SQLitePageStore { try SQLitePageStore(path, clock: clock) }
  private func save(
    _ ids: [String], of name: PersistedInstance.Name? = nil, by sender: String = "s", in store: SQLitePageStore
  ) throws {
    let events = ids.map { PersistedEvent(id: $0, sender: sender, fingerprint: "f") }
    try store.save([], events: events, of: name ?? mine)
  }
  private func ids(_ store: SQLitePageStore, of name: PersistedInstance.Name? = nil) throws -> [String]? {
    try store.instance(id: (name ?? mine).id)?.events.map(\.id)
  }
  /// What the file has, however old it is.
  private func rows() throws -> Int? {
    var count: Int?
    try Connection(path: path).run("SELECT count(*) FROM event") { count = Int($0[0]) }
    return count
  }

  @Test func `an id is known for two minutes, and then the file loses it too`() throws {
    let store = try open()
    try save(["1"], in: store)
    clock.advance(by: .seconds(1))
    try save(["2"], in: store)
    clock.advance(by: .seconds(118))
    #expect(try ids(store) == ["1", "2"])
    clock.advance(by: .seconds(2))
    #expect(try ids(store) == ["2"] && rows() == 2)
    // Saves of other pages delete them.
    try save(["3"], of: others, in: store)
    #expect(try ids(store) == ["2"] && rows() == 2)
    clock.advance(by: .seconds(9_999))
    try save(["4"], of: others, in: store)
    #expect(try ids(store) == [] && ids(store, of: others) == ["4"] && rows() == 1)
  }

  @Test func `the two minutes go on after a restart, without the time in which no server ran`() throws {
    do {
      let store = try open()
      try save(["1"], in: store)
      clock.advance(by: .seconds(100))
      try save(["2"], in: store)
    }
    clock.advance(by: .seconds(86_400))
    let store = try open()
    #expect(try ids(store) == ["1", "2"])
    clock.advance(by: .seconds(19))
    #expect(try ids(store) == ["1", "2"])
    clock.advance(by: .seconds(2))
    #expect(try ids(store) == ["2"])
    clock.advance(by: .seconds(100))
    #expect(try ids(store) == [])
  }

  @Test func `an instance has 65,536 ids at most: the oldest go first, and the ids of others stay`() throws {
    let store = try open()
    try save(["other"], of: others, in: store)
    let most = PersistedEvent.most
    try save((0..<most).map(String.init), in: store)
    #expect(try ids(store)?.first == "0" && rows() == most + 1)
    try save(["x"], in: store)
    #expect(try ids(store)?.first == "1" && ids(store)?.last == "x" && rows() == most + 1)
    // A save that fails does not count.
    let stranger = try Connection(path: path)
    try stranger.execute("CREATE TRIGGER no BEFORE INSERT ON state BEGIN SELECT RAISE(ABORT, 'no'); END")
    for _ in 0..<3 {
      #expect(throws: PageStoreError.self) {
        try store.save(
          [
            PersistedSave([], events: [PersistedEvent(id: "no", sender: "s", fingerprint: "f")], of: mine),
            PersistedSave([PersistedChange(key: "k", value: 1)], of: mine),
          ])
      }
    }
    try save(["y"], by: "t", in: store)
    #expect(try ids(store)?.first == "2" && ids(store)?.last == "y" && ids(store, of: others) == ["other"])
    // An instance that was deleted begins with no ids.
    try store.forget(browser: "b")
    try save(["z"], in: store)
    #expect(try ids(store) == ["z"] && rows() == 2)
  }

  @Test func `ids of an older server have no age, and count as just saved`() throws {
    do {
      let store = try open()
      clock.advance(by: .seconds(500))
      try save(["1"], in: store)
    }
    do {
      let older = try Connection(path: path)
      try older.execute(
        """
        ALTER TABLE event DROP COLUMN age;
        CREATE INDEX event_of_sender ON event (instance, sender, number);
        """)
    }
    do {
      let store = try open()
      clock.advance(by: .seconds(60))
      try save(["2"], in: store)
    }
    do {
      let older = try Connection(path: path)
      try older.execute("INSERT INTO event (instance, id, sender, fingerprint) VALUES ('i', '3', 's', 'f')")
    }
    let store = try open()
    #expect(try ids(store) == ["1", "2", "3"])
    clock.advance(by: .seconds(61))
    #expect(try ids(store) == ["2", "3"])
    clock.advance(by: .seconds(60))
    try save(["4"], in: store)
    #expect(try ids(store) == ["4"] && rows() == 1)
  }
}
