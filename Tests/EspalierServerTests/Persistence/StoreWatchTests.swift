import EspalierServerTestSupport
import EspalierTestSupport
import Espalier
import EspalierLocks
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// What a site reports about its store.
@Suite struct StoreWatchTests {
  /// A store whose behaviour the test sets.
  private final class AnyStore: PromptStore {
    struct State {
      var kept: PersistedInstance?
      var failure: PageStoreError?
      var forgotten = ForgottenInstances()
      var saved: [String] = []
    }
    let state = Lock(State())
    func instance(of owner: PersistedInstance.Owner) throws -> PersistedInstance? { state.withLock { $0.kept } }
    func instance(id: String) throws -> PersistedInstance? { nil }
    func save(_ saves: [PersistedSave]) throws {
      try check()
      state.withLock { $0.saved += saves.flatMap(\.events).map(\.id) }
    }
    func forget(browser: String) {}
    func check() throws { if let failure = state.withLock({ $0.failure }) { throw failure } }
    var forgotten: ForgottenInstances { state.withLock { $0.forgotten } }
  }

  private struct Amount: Content {
    static let set = Event<UInt64>("set")
    var amount: UInt64 = 0
    var html: HTML { "<p>\(Int(truncatingIfNeeded: amount))</p><button \(Self.set, sends: 1)>Set</button>" }
  }
  private final class AmountPage: ContainerModel {
    private let cell = CellModel(Amount(), key: "amount")
    override func didLoad() {
      add(cell)
      cell.persist(\.content, as: "amount")
      on(Amount.set) { $0.cell.content.amount = $1 }
    }
  }

  private let store = AnyStore()
  private let clock = ManualClock()
  private let lines = Lock<[String]>([])

  private var site: Site {
    Site(
      templates: "none", files: "none", store: PageStore(store),
      log: Log(threshold: .warning) { [lines] line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      },
      clock: clock
    ) { Page("/amount", title: "Amount") { AmountPage() } }
  }

  private func logged(_ text: String) -> Int { lines.withLock { $0.filter { $0.contains(text) }.count } }
  private func metric(_ line: String, _ site: Site) -> Bool {
    String(decoding: site.core.metrics.exposition, as: UTF8.self).split(separator: "\n").contains { $0 == line }
  }

  @Test func `a serving site checks its store each second and logs once that it fails and once that it works`()
    async throws
  {
    let site = site
    store.state.withLock { $0.failure = PageStoreError("the file is gone", remedy: "put it back") }
    site.responder.serverEnters(.serving)
    try await until { logged("the file is gone; put it back") == 1 }
    #expect(metric("espalier_store_up 0", site))
    for _ in 0..<3 { await clock.advance(by: .seconds(1), whenAsleep: 1) }
    store.state.withLock {
      $0.failure = nil
      $0.forgotten = ForgottenInstances(unused: 3, room: 2)
    }
    await clock.advance(by: .seconds(1), whenAsleep: 1)
    try await until { logged("instances=2") == 1 }
    #expect(logged("the file is gone") == 1 && logged("the store works again") == 1)
    #expect(logged("were not used for a long time") == 1)
    #expect(metric("espalier_store_up 1", site))
    #expect(metric("espalier_store_forgotten_total{reason=\"unused\"} 3", site))
    #expect(metric("espalier_store_forgotten_total{reason=\"room\"} 2", site))
    site.responder.serverEnters(.stopping)
    clock.advance(by: .seconds(1))
  }

  private func set(_ amount: UInt64, over transport: InProcess) async throws -> (Int, String) {
    let body = #"{"node":"amount","event":"set","data":\#(amount),"id":"the-amount-is-now-\#(amount)"}"#
    let headers: Headers = [.accept: MediaType.json.description, .contentType: MediaType.json.description]
    let reply = try await transport.reply(
      to: try Request(.post, "/amount/events", headers: headers, body: Array(body.utf8)))
    guard case .bytes(let bytes) = reply.body else { return (reply.status.code, "") }
    return (reply.status.code, String(decoding: bytes, as: UTF8.self))
  }

  @Test
  func `unsaved changes are saved within a second after the store works again, even without an event`()
    async throws
  {
    let site = site
    let transport = try InProcess(site)
    site.responder.serverEnters(.serving)
    store.state.withLock { $0.failure = PageStoreError("locked", isTemporary: true) }
    #expect(try await set(7, over: transport).0 == 503)
    await clock.advance(by: .seconds(1), whenAsleep: 1)
    #expect(store.state.withLock { $0.saved }.isEmpty)
    store.state.withLock { $0.failure = nil }
    await clock.advance(by: .seconds(1), whenAsleep: 1)
    try await until { store.state.withLock { $0.saved } == ["the-amount-is-now-7"] && site.core.metrics.store.isUp }
    site.responder.serverEnters(.stopping)
    clock.advance(by: .seconds(1))
  }

  @Test func `a page with a saved value that cannot be read answers 503, and the value stays`() async throws {
    let name = PersistedInstance.Name(id: "0", owner: .init(page: "/amount"))
    store.state.withLock {
      $0.kept = PersistedInstance(name: name, states: ["amount#amount": "no number"], events: [])
    }
    let site = site
    let transport = try InProcess(site)
    let reply = try await transport.reply(to: try Request(.get, "/amount", headers: [.accept: "application/json"]))
    #expect(reply.status == .serviceUnavailable)
    #expect(
      String(decoding: reply.body.collected, as: UTF8.self).contains(
        "this version cannot read a saved value, and keeps it"))
    #expect(try await set(7, over: transport).0 == 503)
    #expect(logged("the saved value of \\\"amount#amount\\\" cannot be read: data: must be an object") > 0)
    #expect(!metric("espalier_store_unreadable_total 0", site))
    #expect(store.state.withLock { $0.saved }.isEmpty)
  }

  @Test func `a value that could not be read back is an error at once that names the value`() async throws {
    let transport = try InProcess(site)
    let (status, detail) = try await set(1 << 63, over: transport)
    #expect(
      status == 500 && detail.contains("the value of \\\"amount#amount\\\" cannot be saved: amount: 92233720368547758"))
    #expect(detail.contains("store it as a String"))
    #expect(logged("store it as a String") == 1)
    #expect(try await set(1 << 63, over: transport).0 == 500, "a repeat gets the same error")
    #expect(try await set(5, over: transport).0 == 200)
    #expect(try await set(1 << 63, over: transport).0 == 200, "its effect is over and saved")
  }
}
