import Espalier
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A store that answers later: nobody waits for it in a thread, and nobody learns what it does not have yet.
@Suite struct LateStoreTests {
  private final class Board: Sendable {
    let name = Signal("old")
  }

  private struct Sign: Content {
    static let rename = Event<String>("rename")
    var name = ""
    var html: HTML { "<p>\(name)</p><form \(Self.rename)><input name=\"value\"></form>" }
  }

  /// Shows what the site shares, and changes it.
  private final class Signs: ContainerModel {
    override func didLoad() {
      guard let board = service(Board.self) else { return }
      let cell = CellModel(Sign())
      add(cell)
      listen(to: board.name) { _, name in cell.content.name = name }
      on(Sign.rename) { _, name in board.name.send(name) }
    }
  }

  /// The replies to the requests of a test, in the order of the requests; nil for those that wait.
  private final class Replies: Sendable {
    private let all = Lock<[Response?]>([])

    func next() -> Answer {
      let number = all.withLock { all in
        all.append(nil)
        return all.count - 1
      }
      return Answer { response in self.all.withLock { $0[number] = response } }
    }

    var statuses: [Int?] { all.withLock { $0.map { $0?.status.code } } }
    subscript(number: Int) -> Response? { all.withLock { $0[number] } }

    /// Everything that clients have been told until now.
    func texts() -> [String] {
      all.withLock { $0 }.compactMap { response in
        guard let response else { return nil }
        if case .stream(let stream) = response.body {
          var bytes: [UInt8] = []
          while case .bytes(let more) = stream.take(atMost: .max, park: nil) { bytes += more }
          return String(decoding: bytes, as: UTF8.self)
        }
        return response.status == .ok ? String(decoding: response.body.collected, as: UTF8.self) : nil
      }
    }
  }

  /// Answers before it saves.
  private final class Liar: PromptStore {
    func instance(of owner: PersistedInstance.Owner) -> PersistedInstance? { nil }
    func instance(id: String) -> PersistedInstance? { nil }
    func save(_ saves: [PersistedSave]) {}
    func forget(browser: String) {}
  }

  private let kept = MemoryStore()
  private let late: LateStore
  private let clock = ManualClock()
  private let replies = Replies()
  private let site: Site

  init() { self.init(isHonest: true) }

  /// With a node, the store is that of a cluster.
  private init(isHonest: Bool = true, of node: SoleNode? = nil) {
    late = LateStore(isHonest ? kept : Liar())
    let board = Board()
    site = Site(
      templates: "none", files: "none", store: PageStore(late, of: node), log: .silent, clock: clock
    ) {
      Page("/ledger", title: "Ledger") { Ledger() }
      Page("/signs", title: "Signs") { Signs() }
      Route(.get, "/name") { _ in .text(board.name.value ?? "") }
    }
    site.provide(board) { $0.persist(\.name, as: "name") }
  }

  private func get(_ path: String, _ headers: Headers = [.accept: "application/json"]) throws {
    site.responder.respond(to: try Request(.get, path, headers: headers), replies.next())
    site.settle()
  }

  private func post(_ path: String, node: String, _ event: String, _ data: JSON, id: String = RandomID.next()) throws {
    let body: JSON = ["node": .string(node), "event": .string(event), "data": data, "id": .string(id)]
    let headers: Headers = [.accept: MediaType.jsonPatch.description, .contentType: "application/json"]
    site.responder.respond(to: try Request(.post, path, headers: headers, body: body.bytes), replies.next())
    site.settle()
  }

  private func add(_ token: String, id: String = RandomID.next()) throws {
    try post("/ledger/events", node: "desk", "act", ["what": "add", "token": .string(token), "at": 0], id: id)
  }

  /// Lets the store answer what it was asked until now, and what that leads to.
  private func answerAll() {
    while late.answer() { site.settle() }
  }

  @Test func `a request waits until the store has answered what the site and the page have saved`() throws {
    kept.save([
      PersistedSave(
        [PersistedChange(key: "name", value: "kept")],
        of: PersistedInstance.Name(id: "s", owner: ServiceRecords.owner()))
    ])
    #expect(late.waiting == ["read ~site"])
    try get("/name")
    try get("/signs")
    try get("/healthz")
    #expect(replies.statuses == [nil, nil, 200])
    late.answer()
    site.settle()
    #expect(late.waiting == ["read /signs"])
    try get("/signs")
    #expect(replies.statuses == [nil, nil, 200, nil] || replies.statuses == [200, nil, 200, nil])
    answerAll()
    #expect(replies.statuses[1] == 200 && replies.statuses[3] == 200)
    #expect(replies.texts().filter { $0.contains("kept") }.count >= 2)
    #expect(site.core.metrics.pages["/signs"]?.made.value == 1)
  }

  @Test func `a reply, a patch and a page wait until what they tell is saved`() throws {
    answerAll()
    try get("/ledger")
    answerAll()
    try get("/ledger/patches?dialect=json-patch", [.accept: "text/event-stream"])
    try add("first")
    try get("/ledger")
    #expect(late.waiting == ["save /ledger"])
    #expect(replies.statuses == [200, 200, nil, nil])
    #expect(!replies.texts().contains { $0.contains("first") })
    late.answer()
    site.settle()
    #expect(replies.statuses == [200, 200, 200, 200])
    #expect(replies[3].map { String(decoding: $0.body.collected, as: UTF8.self).contains("first") } == true)
  }

  @Test func `an event that is repeated while it is being saved has one effect, and both replies wait`() throws {
    answerAll()
    try get("/ledger")
    answerAll()
    for _ in 0..<2 { try add("once", id: "an-id-of-one-event") }
    #expect(replies.statuses == [200, nil, nil])
    answerAll()
    #expect(replies.statuses == [200, 200, 200])
    let heard = kept.instance(of: PersistedInstance.Owner(page: "/ledger"))?.states.values.filter { $0 == ["once"] }
    #expect(heard?.count == 1)
  }

  @Test func `a reader waits for a second, and then gets the last saved page, or learns why not`() throws {
    answerAll()
    try get("/ledger")
    answerAll()
    try add("first")
    try get("/ledger")
    try get("/ledger", [.accept: "text/html"])
    #expect(replies.statuses == [200, nil, nil, nil])
    clock.advance(by: .seconds(1))
    #expect(eventually { replies.statuses[2] != nil && replies.statuses[3] != nil })
    #expect(replies.statuses == [200, nil, 200, 503])
    #expect(!replies.texts().contains { $0.contains("first") })
    answerAll()
    #expect(replies.statuses == [200, 200, 200, 503])
  }

  @Test func `what a service tells other pages waits for the save, too`() throws {
    answerAll()
    try get("/signs")
    answerAll()
    try get("/signs/patches?dialect=json-patch", [.accept: "text/event-stream"])
    try post("/signs/events", node: "sign", "rename", "new")
    #expect(late.waiting == ["save ~site"] || late.waiting == ["save ~site /signs"])
    try get("/signs")
    #expect(replies.statuses == [200, 200, nil, nil])
    #expect(!replies.texts().contains { $0.contains("new") })
    answerAll()
    #expect(replies.statuses == [200, 200, 200, 200])
  }

  /// At every moment the store has what a client was told.
  @Test func `law: nobody is told what the store does not have`() throws {
    for seed in seeds(500) {
      let test = LateStoreTests()
      do { try test.run(seed) } catch { Issue.record("seed \(seed): \(error)") }
    }
  }

  /// In a cluster, what the store did not take is not shown either: another node may go on without it.
  @Test func `law: nobody is told what the store of a cluster does not have, whatever becomes of saves`() async throws {
    for seed in seeds(500) {
      let node = SoleNode()
      let test = LateStoreTests(of: node)
      do {
        let run = try test.run(seed, of: node)
        try await run.settle()
      } catch { Issue.record("seed \(seed): \(error)") }
    }
  }

  @Test func `the law finds a store that answers before it has saved`() {
    #expect(throws: LawBroken.self) { for seed in 0..<5 { try LateStoreTests(isHonest: false).run(seed) } }
  }

  /// With a node, saves get lost and are refused.
  @discardableResult
  private func run(_ seed: Int, of node: SoleNode? = nil) throws -> Run {
    var random = SeededRandom(state: UInt64(seed))
    answerAll()
    try get("/ledger")
    answerAll()
    let owner = PersistedInstance.Owner(page: "/ledger")
    var tokens: [String] = []
    var events: [(token: String, reply: Int)] = []
    func check() throws {
      let saved = kept.instance(of: owner)?.states.description ?? ""
      let told = replies.texts().joined()
      for token in tokens where told.contains(token) && !saved.contains(token) {
        throw LawBroken("a client knows \(token), the store does not")
      }
    }
    for number in 0..<40 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        tokens.append("<\(number)>")
        events.append(("<\(number)>", replies.statuses.count))
        try add("<\(number)>", id: "the-event-number-\(number)")
      case 2: if !tokens.isEmpty { try add("<0>", id: "the-event-number-\(number)-empty") }
      case 3: try get("/ledger")
      case 4: try get("/ledger/patches?dialect=json-patch", [.accept: "text/event-stream"])
      case 5: try get("/ledger/patches?since=none.0")
      default:
        let fate = node == nil ? .done : LateStore.Fate.allCases.randomElement(using: &random) ?? .done
        let isSave = late.waiting.first?.hasPrefix("save") == true
        // A node drops what it has lost before anybody learns that a save was refused.
        if isSave, fate == .refused { node?.lose() }
        late.answer(fate)
        site.settle()
      }
      try check()
    }
    if node == nil { try end(with: tokens, check) }
    return Run(check: check, events: events, test: self)
  }

  /// What was refused is asked for again, and what was lost is saved again.
  private struct Run {
    let check: () throws -> Void
    let events: [(token: String, reply: Int)]
    let test: LateStoreTests

    func settle() async throws {
      let (replies, saves) = (test.replies, test.site.core.saves)
      for _ in 0..<1_000 {
        test.answerAll()
        saves?.commit()
        test.answerAll()
        if replies.statuses.allSatisfy({ $0 != nil }), saves?.isEmpty == true { break }
        test.clock.advance(by: .seconds(1))
        try await Task.sleep(for: .milliseconds(10))
      }
      try check()
      // What was acknowledged is there.
      try test.end(with: events.filter { replies[$0.reply]?.status == .ok }.map(\.token), check)
    }
  }

  private func end(with tokens: [String], _ check: () throws -> Void) throws {
    answerAll()
    try check()
    try get("/ledger")
    answerAll()
    let page = String(decoding: replies.texts().last?.utf8 ?? "".utf8, as: UTF8.self)
    for token in tokens where !page.contains(token) { throw LawBroken("the page lacks \(token)") }
    guard replies.statuses.allSatisfy({ $0 != nil }) else { throw LawBroken("a request has no reply") }
  }
}
