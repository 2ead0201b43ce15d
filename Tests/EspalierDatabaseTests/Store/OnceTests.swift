import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierSQLite
@testable import EspalierTables
@testable import EspalierServer

/// An event that changes what the page store saves, and that also writes to a database: both have it once, or neither.
@Suite struct OnceTests {
  private struct Row: Content {
    static let put = Event<String>("put")
    static let both = Event<String>("both")
    static let three = Event<String>("three")
    static let leave = Event<String>("leave")
    static let plain = Event<String>("plain")
    var count = 0
    var html: HTML {
      """
      <b>\(count)</b><form \(Self.put)><input name="data"></form><form \(Self.both)><input name="data"></form>
      <form \(Self.three)><input name="data"></form><form \(Self.leave)><input name="data"></form>
      <form \(Self.plain)><input name="data"></form>
      """
    }
  }

  /// What the pages of a site share.
  private final class Total: Sendable { let count = Signal(0) }

  private final class Counting: ContainerModel {
    private let database: Database
    private let cell = CellModel(Row(), key: "row")
    private var count = 0

    init(_ database: Database) {
      self.database = database
      super.init()
    }

    override func didLoad() {
      persist(\.count, as: "count")
      add(cell)
      cell.content.count = count
      on(Row.plain) { page, _ in page.increase() }
      on(Row.put) { page, text in
        page.increase()
        page.insert(text)
      }
      on(Row.both) { page, text in
        page.service(Total.self)?.count.update { $0 += 1 }
        page.insert(text)
      }
      on(Row.three) { page, text in for number in 1...3 { page.insert("\(text)\(number)") } }
      on(Row.leave) { page, text in
        let gone = ContainerModel(id: "gone")
        page.add(gone)
        gone.write(to: page.database) { try $0.run("INSERT INTO entry (text) VALUES (\(text))") }
        page.remove(gone)
      }
    }

    private func increase() {
      count += 1
      cell.content.count = count
    }

    private func insert(_ text: String) {
      write(to: database) { try $0.run("INSERT INTO entry (text) VALUES (\(text))") }
    }
  }

  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    database = Database(
      folder.path + "/rows.sqlite", schema: "CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, text TEXT)")
  }

  private func start() throws -> (InProcess, Total) {
    let store = try SQLitePageStore(folder.path + "/pages.sqlite", waiting: .seconds(30))
    let total = Total()
    var limits = Limits()
    limits.pages.work = .seconds(120)
    let site = Site(limits: limits, store: PageStore(store), log: .silent) {
      Page("/c", title: "C") { [database] in Counting(database) }
    }
    site.provide(total) { $0.persist(\.count, as: "total") }
    return (try InProcess(site), total)
  }

  private func send(
    _ event: String, _ data: String = "x", id: String? = "0123456789abcdef0123456789abcdef", over way: InProcess
  ) async throws -> Int {
    let name: JSON = .string(event)
    let body: JSON =
      if let id { ["node": "row", "event": name, "data": .string(data), "id": .string(id)] } else {
        ["node": "row", "event": name, "data": .string(data)]
      }
    let headers: Headers = [.accept: "application/json", .contentType: "application/json"]
    return try await way.reply(to: try Request(.post, "/c/events", headers: headers, body: body.bytes))
      .status.code
  }

  private func texts() async throws -> [String] {
    try await database.rows("SELECT text FROM entry ORDER BY id", as: String.self)
  }

  private func count(_ way: InProcess) async throws -> JSON? {
    try await TestPage.open("/c", over: way)["row"]?["count"]
  }

  @Test func `an event that changes a property and writes counts once, also after a restart`() async throws {
    do {
      let (way, _) = try start()
      #expect(try await send("put", over: way) == 200)
    }
    for _ in 1...2 {
      let (way, _) = try start()
      #expect(try await send("put", over: way) == 200)
      #expect(try await count(way) == 1)
      #expect(try await texts() == ["x"])
    }
  }

  @Test func `an event that changes a service and writes counts once, also after a restart`() async throws {
    do {
      let (way, total) = try start()
      #expect(try await send("both", over: way) == 200)
      #expect(total.count.value == 1)
    }
    let (way, total) = try start()
    #expect(try await send("both", over: way) == 200)
    #expect(total.count.value == 1)
    #expect(try await texts() == ["x"])
  }

  /// What a restart would find now.
  private func saved() throws -> [String: JSON] {
    let copy = try Connection(path: folder.path + "/pages.sqlite", .read)
    var found: [String: JSON] = [:]
    try copy.run("SELECT key, value FROM state WHERE key LIKE '#%'") { found[$0[0]] = try? JSON(stored: $0[1]) }
    try copy.run("SELECT id FROM event") { found["id " + $0[0].prefix(3)] = true }
    return found
  }

  @Test func `while an event is written, nothing of it is saved, and later events of the page wait with it`()
    async throws
  {
    let (way, _) = try start()
    #expect(try await send("plain", id: "zero-0123456789abcdef", over: way) == 200)
    try await database.write { try $0.run("DELETE FROM entry") }
    let other = try Connection(path: database.name)
    try other.execute("BEGIN IMMEDIATE")
    let (first, second) = (Lock(0), Lock(0))
    let writing = Task {
      let status = try await send("put", id: "one-0123456789abcdef", over: way)
      first.withLock { $0 = status }
    }
    try await until { try await count(way) == 2 }
    let waiting = Task {
      let status = try await send("plain", id: "two-0123456789abcdef", over: way)
      second.withLock { $0 = status }
    }
    // The page shows both events, and a restart would find neither: both replies wait.
    try await until { try await count(way) == 3 }
    #expect(try saved() == ["#count": 1, "id zer": true])
    #expect(first.withLock { $0 } == 0 && second.withLock { $0 } == 0)
    try other.execute("COMMIT")
    try await writing.value
    try await waiting.value
    #expect(first.withLock { $0 } == 200 && second.withLock { $0 } == 200)
    #expect(try saved() == ["#count": 3, "id zer": true, "id one": true, "id two": true])
    #expect(try await texts() == ["x"])
  }

  @Test func `a write that fails ends the waiting, and its event has had its effect`() async throws {
    let (way, _) = try start()
    #expect(try await send("plain", id: "zero-0123456789abcdef", over: way) == 200)
    try await database.write { try $0.run("CREATE UNIQUE INDEX one ON entry (text)") }
    #expect(try await send("put", id: "one-0123456789abcdef", over: way) == 200)
    #expect(try await send("put", id: "two-0123456789abcdef", over: way) == 200)
    #expect(try await texts() == ["x"])
    #expect(try saved()["#count"] == 3 && saved()["id two"] == true)
  }

  @Test(arguments: ["0123456789abcdef0123456789abcdef", nil])
  func `all writes of a handler are written, in their order, once each`(id: String?) async throws {
    let (way, _) = try start()
    for round in 1...10 {
      let id = id.map { "\($0)\(round)" }
      let before = try await texts()
      for _ in 0..<(id == nil ? 1 : 2) { #expect(try await send("three", "\(round).", id: id, over: way) == 200) }
      #expect(try await texts() == before + (1...3).map { "\(round).\($0)" })
    }
  }

  @Test func `a write of a node that leaves the page is written`() async throws {
    let (way, _) = try start()
    #expect(try await send("leave", over: way) == 200)
    #expect(try await texts() == ["x"])
  }

  @Test func `an event that changes nothing that is saved is remembered all the same`() async throws {
    do {
      let (way, _) = try start()
      #expect(try await send("three", over: way) == 200)
    }
    try await database.write { try $0.run("DELETE FROM entry") }
    try await database.write { try $0.run("DELETE FROM espalier_event") }
    let (way, _) = try start()
    #expect(try await send("three", over: way) == 200)
    #expect(try await texts() == [])
  }
}
