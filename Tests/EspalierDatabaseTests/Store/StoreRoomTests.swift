import EspalierTestSupport
import Dispatch
import Espalier
@testable import EspalierServer
import EspalierLocks
import Testing

@testable import EspalierSQLite
@testable import EspalierTables

/// What a store deletes and when, and that it belongs to one server.
@Suite struct StoreRoomTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/pages.sqlite" }
  private let shared = PersistedInstance.Name(id: "s", owner: .init(page: "/p"))

  private func name(_ number: Int) -> PersistedInstance.Name {
    .init(id: "i\(number)", owner: .init(page: "/p", browser: "b\(number)"))
  }

  private func save(_ name: PersistedInstance.Name, bytes: Int = 1, in store: SQLitePageStore) throws {
    let text = String(repeating: "x", count: bytes)
    try store.save([PersistedChange(key: "k", value: .string(text))], events: [], of: name)
  }

  /// Advances the clock of a running store by this many days and saves once, so that the next store continues from
  /// there.
  private func run(_ store: SQLitePageStore, _ clock: StillClock, days: Int) throws {
    clock.advance(by: .seconds(days * 86_400))
    try save(shared, in: store)
  }

  @Test func `instances that nobody used for long are deleted at the start and counted, but never shared ones`() throws
  {
    do {
      let clock = StillClock()
      let store = try SQLitePageStore(path, keepingDays: 60, clock: clock)
      for name in [name(1), shared] { try save(name, in: store) }
      try run(store, clock, days: 31)
    }
    let store = try SQLitePageStore(path)
    #expect(try store.instance(id: "i1") == nil)
    #expect(try store.instance(id: "s")?.states == ["k": "x"])
    var states = ""
    try Connection(path: path).run("SELECT count(*) FROM state") { states = $0[0] }
    #expect(states == "1" && store.forgotten == ForgottenInstances(unused: 1))
  }

  @Test func `opening an instance without changing it counts as use`() throws {
    let clock = StillClock()
    do {
      let store = try SQLitePageStore(path, clock: clock)
      for number in 1...3 { try save(name(number), in: store) }
      clock.advance(by: .seconds(29 * 86_400))
      _ = try store.instance(of: name(1).owner)
      try store.touch(name(2))
      try run(store, clock, days: 2)
      #expect(try [1, 2, 3].map { try store.instance(id: "i\($0)") != nil } == [true, true, false])
      #expect(store.forgotten == ForgottenInstances(unused: 1))
    }
  }

  @Test func `a browser's sessions are used when one of its pages is, and its pages go with them`() throws {
    let clock = StillClock()
    let store = try SQLitePageStore(path, clock: clock)
    let session = PersistedInstance.Name(id: "sessions", owner: ServiceRecords.owner("b"))
    let page = PersistedInstance.Name(id: "page", owner: .init(page: "/own", browser: "b"))
    let other = PersistedInstance.Name(id: "other", owner: .init(page: "/own", browser: "c"))
    for name in [session, page, other] { try save(name, in: store) }
    for _ in 0..<4 {
      try run(store, clock, days: 20)
      try store.touch(page)
    }
    #expect(try Connection(path: path).ids == ["page", "s", "sessions"])
    try save(other, in: store)
    try Connection(path: path).run("DELETE FROM instance WHERE id = 'sessions'")
    #expect(try Connection(path: path).ids == ["other", "s"])
    try store.forget(browser: "c")
    #expect(try Connection(path: path).ids == ["s"])
  }

  @Test func `old instances are deleted once an hour while the server runs`() throws {
    let clock = StillClock()
    let store = try SQLitePageStore(path, clock: clock)
    try save(name(1), in: store)
    clock.advance(by: .seconds(30 * 86_400 - 600))
    try save(name(2), in: store)
    clock.advance(by: .seconds(1200))
    try save(name(2), in: store)
    #expect(try Connection(path: path).ids == ["i1", "i2"])
    clock.advance(by: .seconds(3000))
    try save(name(2), in: store)
    #expect(try Connection(path: path).ids == ["i2"])
  }

  @Test func `only the time in which a server runs counts, over all its starts`() throws {
    var ids: [[String]] = []
    for start in 0..<3 {
      let clock = StillClock()
      let store = try SQLitePageStore(path, clock: clock)
      if start == 0 { try save(name(1), in: store) }
      try run(store, clock, days: 14)
      ids.append(try Connection(path: path).ids)
    }
    #expect(ids == [["i1", "s"], ["i1", "s"], ["s"]])
  }

  @Test func `when the store is full, it deletes the instances that were used longest ago`() throws {
    let clock = StillClock()
    let store = try SQLitePageStore(path, upTo: 2, clock: clock)
    try save(shared, in: store)
    for number in 0..<100 {
      try save(name(number), bytes: 100_000, in: store)
      clock.advance(by: .seconds(60))
      try store.touch(name(3))
    }
    var bytes = 0
    try Connection(path: path).run("SELECT sum(length(value)) FROM state") { bytes = Int($0[0]) ?? 0 }
    #expect(bytes < (2 << 20) + StoreRoom.savesBetweenLooks * 100_000)
    let ids = try Connection(path: path).ids
    #expect(Set(["s", "i3", "i99"]).isSubset(of: ids) && !ids.contains("i0"))
    #expect(store.forgotten == ForgottenInstances(room: 101 - ids.count))
  }

  @Test func `a state larger than the store's limit is saved nevertheless`() throws {
    let store = try SQLitePageStore(path, upTo: 1)
    for _ in 0..<(2 * StoreRoom.savesBetweenLooks) { try save(shared, bytes: 2 << 20, in: store) }
    #expect(try store.instance(id: "s") != nil)
  }

  @Test func `a second server does not get the store and learns what to do`() throws {
    let store = try SQLitePageStore(path)
    try save(name(1), in: store)
    let error = #expect(throws: SQLiteError.self) { try SQLitePageStore(path) }
    #expect(
      error?.description == "\(path): another server uses this store; stop that server, or use another file (SQLite 5)")
    #expect(try store.instance(id: "i1") != nil)
  }

  @Test func `a second server may wait until the first one ends`() throws {
    let first = Lock<SQLitePageStore?>(try SQLitePageStore(path))
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { first.withLock { $0 = nil } }
    #expect(try SQLitePageStore(path, waiting: .seconds(60)).forgotten == .init())
  }
}

/// A clock that moves only when the test advances it.
private final class StillClock: Clock {
  typealias Duration = Swift.Duration

  private let start = ContinuousClock.now
  private let passed = Lock(Duration.zero)
  let minimumResolution = Duration.zero
  var now: ContinuousClock.Instant { start.advanced(by: passed.withLock { $0 }) }
  func advance(by duration: Duration) { passed.withLock { $0 += duration } }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) {}
}

extension Connection {
  fileprivate var ids: [String] {
    get throws {
      var ids: [String] = []
      try run("SELECT id FROM instance ORDER BY id") { ids.append($0[0]) }
      return ids
    }
  }
}
