import EspalierServerTestSupport
import EspalierTestSupport
import Espalier
import EspalierSQLite
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Synchronization
import Testing

/// One site ends and another one opens the same file: what people see, and which events they may repeat.
@Suite struct RestartTests {
  private struct Counter: Content {
    static let add = Event<Int>("add")
    var number = 0
    var html: HTML { "<p>\(number)</p><button \(Self.add, sends: 1)>Add</button>" }
  }
  private final class CounterList: ContainerModel {
    private let counter = CellModel(Counter())
    override func didLoad() {
      add(counter)
      counter.persist(\.content, as: "counter")
      on(Counter.add) { $0.counter.content.number += $1 }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ scope: Page.Scope) throws -> InProcess {
    let store = try SQLitePageStore(folder.path + "/pages.sqlite", waiting: .seconds(30))
    return try InProcess(
      Site(store: PageStore(store), log: .silent) { Page("/count", title: "Count", scope: scope) { CounterList() } })
  }

  private func post(
    _ transport: InProcess, _ query: String, id: String, data: JSON = 1, cookie: String? = nil
  ) async throws -> (status: Int, body: JSON) {
    let body: JSON = ["node": "counter", "event": "add", "data": data, "id": .string(id)]
    var headers: Headers = [.accept: MediaType.json.description, .contentType: MediaType.json.description]
    headers[.cookie] = cookie
    let reply = try await transport.reply(
      to: try Request(.post, "/count/events\(query)", headers: headers, body: body.bytes))
    guard case .bytes(let bytes) = reply.body else { return (reply.status.code, .null) }
    return (reply.status.code, try JSON(parsing: bytes))
  }

  @Test func `the effect of an acknowledged event survives a restart, and the epoch changes`() async throws {
    let version: String
    do {
      let page = try await TestPage.open("/count", over: start(.shared))
      try await page.send("add", from: "counter", data: 2)
      version = page.version
    }
    let again = try await TestPage.open("/count", over: start(.shared))
    #expect(again["counter"]?["number"] == 2)
    #expect(again.version.split(separator: ".")[0] != version.split(separator: ".")[0])
  }

  @Test(arguments: [true, false])
  func `after a restart an id alone opens a tree only if the browser has never sent a cookie`(keepsCookies: Bool)
    async throws
  {
    func get(_ transport: InProcess, _ query: String, _ cookie: String?) async throws -> Response {
      var headers: Headers = [.accept: MediaType.json.description]
      headers[.cookie] = cookie
      return try await transport.reply(to: try Request(.get, "/count\(query)", headers: headers))
    }
    let (cookie, query): (String, String)
    do {
      let first = try start(.browser)
      let page = try await get(first, "", nil)
      cookie = try #require(page.headers[.setCookie]?.split(separator: ";").first).description
      query = "?instance=\(try #require(page.headers["Espalier-Instance"]))"
      if keepsCookies { #expect(try await get(first, "", cookie).status == .ok) }
      let posted = try await post(
        first, keepsCookies ? "" : query, id: "once-0123456789ab", cookie: keepsCookies ? cookie : nil)
      #expect(posted.status == 200)
    }
    let after = try start(.browser)
    #expect(try await get(after, query, nil).status == (keepsCookies ? .notFound : .ok))
    #expect(try await get(after, query, cookie).status == .ok)
  }

  @Test func `repeating an event from before the restart has no second effect`() async throws {
    #expect(try await post(start(.shared), "", id: "once-0123456789ab").status == 200)
    let after = try start(.shared)
    let repeated = try await post(after, "", id: "once-0123456789ab")
    #expect(repeated.status == 200)
    #expect(repeated.body["repeated"] == true)
    #expect(repeated.body["patch"] == [])
    #expect(try await TestPage.open("/count", over: after)["counter"]?["number"] == 1)
  }

  @Test func `another event with an id from before the restart is still refused`() async throws {
    do {
      let before = try start(.shared)
      #expect(try await post(before, "", id: "once-0123456789ab").status == 200)
      #expect(try await post(before, "", id: "once-0123456789ab", data: 2).status == 422)
    }
    let after = try start(.shared)
    let other = try await post(after, "", id: "once-0123456789ab", data: 2)
    #expect(other.status == 422 && other.body["field"] == "id")
    #expect(try await post(after, "", id: "once-0123456789ab").body["repeated"] == true)
    #expect(try await TestPage.open("/count", over: after)["counter"]?["number"] == 1)
  }

  @Test func `the redirect for a repeated event escapes the node's name`() async throws {
    // A store of an older version did not save which event this id belonged to.
    let name = PersistedInstance.Name(id: String(repeating: "1", count: 32), owner: .init(page: "/count"))
    try SQLitePageStore(folder.path + "/pages.sqlite").save(
      [], events: [PersistedEvent(id: "once-0123456789ab", sender: "127.0.0.1", fingerprint: nil)], of: name)
    let body: JSON = ["node": "a\r\nX: /é", "event": "add", "data": 1, "id": "once-0123456789ab"]
    let headers: Headers = [.accept: MediaType.html.description, .contentType: MediaType.json.description]
    let reply = try await start(.shared).reply(
      to: try Request(.post, "/count/events", headers: headers, body: body.bytes))
    #expect(reply.status == .seeOther)
    #expect(reply.headers["Location"] == "/count#a%0D%0AX%3A%20/%C3%A9")
  }

  @Test func `an instance that was requested by its id is found by it after the restart`() async throws {
    let first = try await post(start(.browser), "", id: "one-0123456789abcdef").body
    let id = try #require(first["instance"]?.text)
    let second = try await post(start(.browser), "?instance=\(id)", id: "two-0123456789abcdef")
    #expect(second.status == 200)
    #expect(second.body["patch"]?.description.contains("\"value\":2") == true)
    #expect(try await post(start(.browser), "?instance=\(String(repeating: "0", count: 32))", id: "x").status == 404)
  }

  /// Saves nothing until it is repaired.
  private final class BrokenStore: PromptStore {
    struct Full: Error {}
    let isRepaired = Atomic(false)
    let saved = Atomic(0)
    func instance(of owner: PersistedInstance.Owner) -> PersistedInstance? { nil }
    func instance(id: String) -> PersistedInstance? { nil }
    func save(_ saves: [PersistedSave]) throws {
      guard isRepaired.load(ordering: .relaxed) else { throw Full() }
      saved.add(saves.flatMap(\.events).count, ordering: .relaxed)
    }
    func forget(browser: String) {}
  }

  @Test func `a change that could not be saved is made once, however often its event is repeated`() async throws {
    let store = BrokenStore()
    let transport = try InProcess(
      Site(store: PageStore(store), log: .silent) { Page("/count", title: "Count") { CounterList() } })
    for _ in 0..<2 {
      let refused = try await post(transport, "", id: "once-0123456789ab")
      #expect(refused.status == 500)
      #expect(refused.body["detail"]?.description.contains("could not save it") == true)
    }
    store.isRepaired.store(true, ordering: .relaxed)
    #expect(try await post(transport, "", id: "once-0123456789ab").status == 200)
    #expect(store.saved.load(ordering: .relaxed) == 1)
    #expect(try await TestPage.open("/count", over: transport)["counter"]?["number"] == 1)
  }

  /// Fails as often as the test says, then saves in SQLite.
  private final class FailingStore: PromptStore {
    let store: SQLitePageStore
    let failures = Atomic(0)
    init(_ store: SQLitePageStore) { self.store = store }
    func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance? { try store.instance(of: owner) }
    func instance(id: String) throws -> PersistedInstance? { try store.instance(id: id) }
    func save(_ saves: [PersistedSave]) throws {
      guard failures.load(ordering: .relaxed) == 0 else {
        failures.subtract(1, ordering: .relaxed)
        throw PageStoreError("the disk is full", isTemporary: true)
      }
      try store.save(saves)
    }
    func forget(browser: String) throws { try store.forget(browser: browser) }
  }

  private func startFailing(receipts: Int = PageLimits().receipts) throws -> (FailingStore, InProcess) {
    let store = FailingStore(try SQLitePageStore(folder.path + "/pages.sqlite"))
    var limits = Limits()
    limits.pages.receipts = receipts
    let site = Site(limits: limits, store: PageStore(store), log: .silent) {
      Page("/count", title: "Count") { CounterList() }
    }
    return (store, try InProcess(site))
  }

  @Test func `an event that is not saved yet is known, also after the page has forgotten its id`() async throws {
    let (store, transport) = try startFailing(receipts: 1)
    store.failures.store(1_000, ordering: .relaxed)
    let ids = ["one-0123456789abcdef", "two-0123456789abcdef", "three-0123456789abcdef"]
    for id in ids + ids { #expect(try await post(transport, "", id: id).status == 503) }
    store.failures.store(0, ordering: .relaxed)
    #expect(try await post(transport, "", id: ids[0]).status == 200)
    #expect(try await TestPage.open("/count", over: transport)["counter"]?["number"] == 3)
  }

  @Test func `an event whose save failed is saved with the next one, and repeating it after a restart has no effect`()
    async throws
  {
    do {
      let (store, before) = try startFailing()
      store.failures.store(2, ordering: .relaxed)
      for id in ["one-0123456789abcdef", "two-0123456789abcdef"] {
        let refused = try await post(before, "", id: id)
        #expect(refused.status == 503)
        #expect(refused.body["detail"]?.text?.contains("could not save it: the disk is full") == true)
      }
      #expect(try await post(before, "", id: "three-0123456789abcdef").status == 200)
    }
    let after = try start(.shared)
    for id in ["two", "one", "three"] {
      #expect(try await post(after, "", id: "\(id)-0123456789abcdef").body["repeated"] == true)
    }
    #expect(try await TestPage.open("/count", over: after)["counter"]?["number"] == 3)
  }

  @Test func `an event that undoes an unsaved change is saved together with it`() async throws {
    do {
      let (store, before) = try startFailing()
      #expect(try await post(before, "", id: "zero-0123456789abcdef").status == 200)
      store.failures.store(1, ordering: .relaxed)
      #expect(try await post(before, "", id: "up-0123456789abcdef").status == 503)
      #expect(try await post(before, "", id: "down-0123456789abcdef", data: -1).status == 200)
    }
    let after = try start(.shared)
    for (id, data) in [("up", 1), ("down", -1)] {
      let repeated = try await post(after, "", id: "\(id)-0123456789abcdef", data: JSON.int(Int64(data)))
      #expect(repeated.body["repeated"] == true)
    }
    #expect(try await TestPage.open("/count", over: after)["counter"]?["number"] == 1)
  }

  @Test func `repeating a saved event does not report that another event could not be saved`() async throws {
    let (store, transport) = try startFailing()
    #expect(try await post(transport, "", id: "one-0123456789abcdef").status == 200)
    store.failures.store(1, ordering: .relaxed)
    #expect(try await post(transport, "", id: "two-0123456789abcdef").status == 503)
    store.failures.store(1, ordering: .relaxed)
    #expect(try await post(transport, "", id: "one-0123456789abcdef").status == 200)
    store.failures.store(1, ordering: .relaxed)
    #expect(try await post(transport, "", id: "two-0123456789abcdef").status == 503)
    #expect(try await post(transport, "", id: "two-0123456789abcdef").status == 200)
    #expect(try await TestPage.open("/count", over: transport)["counter"]?["number"] == 2)
  }
}
