import Espalier
import EspalierServer
import Glibc
import Testing

@testable import EspalierSQLite

@Suite struct SQLitePageStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/pages.sqlite" }
  private let owner = KeptInstance.Owner(id: "i", page: "/p", browser: "b")

  @Test func `what was saved is there after the file was opened again`() throws {
    do {
      let store = try SQLitePageStore(path)
      try store.save(
        [KeptChange(key: "a#x", value: ["é\0\"": [1, .double(2.5), .null]]), KeptChange(key: "b#x", value: "gone")],
        event: KeptEvent(id: "e1", browser: nil), of: owner)
      try store.save([KeptChange(key: "b#x", value: nil)], event: KeptEvent(id: "e2", browser: "b"), of: owner)
    }
    let kept = try #require(try SQLitePageStore(path).instance(of: "/p", for: "b"))
    #expect(kept.owner == owner)
    #expect(kept.states == ["a#x": ["é\0\"": [1, .double(2.5), .null]]])
    #expect(kept.events == [KeptEvent(id: "e1", browser: nil), KeptEvent(id: "e2", browser: "b")])
  }

  @Test func `an instance is found by its id, and by page and browser alone`() throws {
    let store = try SQLitePageStore(path)
    let shared = KeptInstance.Owner(id: "s", page: "/p", browser: nil)
    for owner in [owner, shared] { try store.save([KeptChange(key: "k", value: 1)], event: nil, of: owner) }
    #expect(try store.instance(id: "i")?.owner == owner)
    #expect(try store.instance(of: "/p", for: nil)?.owner == shared)
    #expect(try store.instance(of: "/q", for: "b") == nil)
    #expect(try store.instance(of: "/p", for: "c") == nil)
    #expect(try store.instance(id: "none") == nil)
  }

  @Test func `only the last events are remembered`() throws {
    let store = try SQLitePageStore(path)
    for number in 0..<(SQLitePageStore.mostEvents + 5) {
      try store.save([], event: KeptEvent(id: "\(number)", browser: nil), of: owner)
    }
    let events = try store.instance(id: "i")?.events.map(\.id)
    #expect(events == (5..<(SQLitePageStore.mostEvents + 5)).map(String.init))
  }

  @Test func `a save that fails changes nothing, and says why`() throws {
    let store = try SQLitePageStore(path)
    try store.save([KeptChange(key: "k", value: 1)], event: nil, of: owner)
    let stranger = try Connection(path: path)
    try stranger.execute("CREATE TRIGGER no BEFORE INSERT ON state BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    let error = #expect(throws: SQLiteError.self) {
      try store.save([KeptChange(key: "k", value: nil), KeptChange(key: "l", value: 2)], event: nil, of: owner)
    }
    #expect(error?.reason == "the disk is full")
    #expect(try store.instance(id: "i")?.states == ["k": 1])
  }

  @Test func `a file that cannot be opened is a clear error`() {
    let error = #expect(throws: SQLiteError.self) { try SQLitePageStore(folder.path + "/none/pages.sqlite") }
    #expect(error?.description.contains("/none/pages.sqlite") == true)
  }

  @Test func `instances that nobody used for long are forgotten`() throws {
    try SQLitePageStore(path).save([KeptChange(key: "k", value: 1)], event: nil, of: owner)
    try Connection(path: path).execute("UPDATE instance SET used = unixepoch() - 31 * 86400")
    #expect(try SQLitePageStore(path).instance(id: "i") == nil)
    #expect(try Connection(path: path).count("SELECT count(*) FROM state") == 0)
  }
}

/// A folder of its own for one test, removed with it.
final class TemporaryFolder: Sendable {
  let path = "/tmp/espalier-sqlite-\(getpid())-\(UInt64.random(in: 0..<(1 << 40)))"

  // Safe: the calls read the path only.
  init() { _ = unsafe mkdir(path, 0o755) }
  deinit { _ = unsafe system("rm -rf '\(path)'") }
}

extension Connection {
  fileprivate func count(_ sql: String) throws -> Int {
    var number = -1
    try run(sql) { number = Int($0[0]) ?? -1 }
    return number
  }
}
