import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierServerTestSupport
import EspalierTables
import EspalierTestSupport
import EspalierTesting

@testable import EspalierCluster
@testable import EspalierServer

/// Some servers of one site in the process of a test, with the database and the network between them. Time passes only
/// when the test says so.
final class Machines: Sendable {
  let clock = ManualClock()
  let database: Database
  let network = Network()
  /// All servers: also one that was killed goes on to beat, and nobody hears it.
  private let all = Lock<[Machine]>([])

  init() { database = Database(clock) }

  /// Starts a server. `tables` are databases that all servers use.
  func start(
    _ address: String, version: Int = 0, isCut: Bool = false, tables: [EspalierTables.Database] = [],
    _ make: (PageStore, ManualClock) -> Site
  ) throws -> Machine {
    let line = Line(to: database)
    line.isCut = isCut
    let node = ServerNode(
      at: address, version: version, on: line, peers: network, databases: tables, log: .silent, clock: clock)
    let site = make(PageStore(node.storage, of: node), clock)
    let machine = Machine(
      address: address, node: node, line: line, site: site, transport: try InProcess(site), network: network)
    all.withLock { $0.append(machine) }
    return machine
  }

  /// Lets time pass while something happens.
  func passing<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
    let time = Task { [clock] in
      while !Task.isCancelled {
        clock.advance(by: .milliseconds(100))
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
    defer { time.cancel() }
    return try await work()
  }

  /// Lets some servers reach the database again, until they know it. What they could not save, they save again, as a server
  /// does each second.
  func mend(_ machines: [Machine]) async {
    for machine in machines { (machine.line.isCut, machine.line.losesAnswers) = (false, 0) }
    await passing {
      while !machines.allSatisfy({ $0.node.isUp && $0.node.hasLease }) { try? await Task.sleep(for: .milliseconds(1)) }
    }
    for machine in machines { for held in machine.site.core.holdings.all { held.saves?.commit() } }
  }

  /// Lets time pass, beat by beat: no server misses one because the machine of the test is slow.
  func pass(_ seconds: Int) async {
    let count = all.withLock { $0.count { !$0.node.state.withLock { $0.hasLeft } } }
    for _ in 0..<seconds * 10 { await clock.advance(by: .milliseconds(100), whenAsleep: count) }
  }
}

/// One server.
struct Machine: Sendable {
  let address: String
  let node: ServerNode
  let line: Line
  let site: Site
  let transport: InProcess
  let network: Network

  /// Ends it as `kill -9` does: it does not leave, and nobody reaches it.
  func kill() {
    line.isCut = true
    network.kill(address)
  }

  /// The names of what it has.
  var holdings: [String] { node.state.withLock { $0.stages.filter { $0.value.term != nil }.map(\.key.name).sorted() } }

  func get(_ path: String, _ headers: Headers = [:]) async throws -> Response {
    try await transport.reply(to: Request(.get, path, headers: headers))
  }

  func post(_ path: String, _ body: String, cookie: String? = nil) async throws -> Response {
    var headers: Headers = [
      .accept: MediaType.json.description, .contentType: MediaType.form.description,
    ]
    headers[.cookie] = cookie
    headers["Sec-Fetch-Site"] = "same-origin"
    return try await transport.reply(to: Request(.post, path, headers: headers, body: Array(body.utf8)))
  }
}

extension Response {
  var text: String {
    guard case .bytes(let bytes) = body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The database of some servers, in memory.
final class Database: Sendable {
  private struct State {
    var nodes: [NodeName: Duration] = [:]
    var holdings: [Holding: (node: NodeName, term: UInt64)] = [:]
    var crashes: [CrashRecord] = []
    var shares: [String: JSON] = [:]
    var sessions: [String: SessionRow] = [:]
    /// The changes of sessions that are saved.
    var known: Set<String> = []
    /// What was shared, and whose sessions were changed, in order.
    var changes: [Change] = []
  }

  private enum Change {
    case share(String)
    case session(String)
  }

  private let state = Lock(State())
  private let clock: SiteClock
  let store = MemoryStore()

  init(_ clock: ManualClock) { self.clock = SiteClock(clock) }

  func register(_ node: NodeName, for lease: Duration) -> Registration {
    state.withLock { state in
      state.nodes = state.nodes.filter { $0.key.address != node.address }
      state.nodes[node] = clock.now + lease
      return Registration(secret: "secret", moment: Moment(text: "\(state.changes.count)"))
    }
  }

  func beat(_ node: NodeName, for lease: Duration, since moment: Moment) -> News? {
    state.withLock { state in
      guard state.nodes[node] != nil else { return nil }
      state.nodes[node] = clock.now + lease
      let changes = state.changes.dropFirst(Int(moment.text) ?? 0)
      return News(
        moment: Moment(text: "\(state.changes.count)"),
        labels: changes.compactMap { if case .share(let label) = $0 { label } else { nil } },
        browsers: changes.compactMap { if case .session(let browser) = $0 { browser } else { nil } })
    }
  }

  func share(_ value: JSON, labelled label: String) {
    state.withLock { state in
      state.shares[label] = value
      state.changes.append(.share(label))
    }
  }

  func shares(labelled labels: [String]?) -> [String: JSON] {
    state.withLock { $0.shares.filter { labels?.contains($0.key) ?? true } }
  }

  func claim(_ holding: Holding, for node: NodeName, claimsNew: Bool) -> Claim {
    state.withLock { state in
      let now = clock.now
      guard let (holder, term) = state.holdings[holding] else {
        guard claimsNew else { return .new }
        state.holdings[holding] = (node, 1)
        return .own(term: 1)
      }
      if holder == node { return .own(term: term) }
      if let until = state.nodes[holder] { return .other(holder, isOver: until < now) }
      let isNewerThere = state.nodes.contains { $0.key.version >= holder.version && $0.value > now }
      if holder.version > node.version && isNewerThere { return .nobody }
      state.holdings[holding] = (node, term + 1)
      return .own(term: term + 1)
    }
  }

  /// Forgets a holding of which nothing is saved.
  func release(_ holding: Holding, in term: UInt64, by node: NodeName) {
    state.withLock { state in
      guard let held = state.holdings[holding], held.node == node, held.term == term else { return }
      if !store.names.contains(where: { $0.holding == holding }) { state.holdings[holding] = nil }
    }
  }

  var allNodes: [NodeName: Bool] { state.withLock { state in state.nodes.mapValues { $0 < clock.now } } }

  func bury(_ id: String) {
    state.withLock { state in
      state.nodes = state.nodes.filter { $0.key.id != id || $0.value >= clock.now }
    }
  }

  func leave(_ node: NodeName) { state.withLock { $0.nodes[node] = nil } }

  var crashes: [CrashRecord] {
    get { state.withLock { $0.crashes } }
    set { state.withLock { $0.crashes = newValue } }
  }

  var count: Int { state.withLock { $0.holdings.count } }

  func term(of holding: Holding) -> UInt64? { state.withLock { $0.holdings[holding]?.term } }

  /// Ends all leases at once.
  func buryAll() { state.withLock { $0.nodes = [:] } }

  // MARK: Sessions

  func sessions(of browsers: [String]) -> [SessionRow] {
    state.withLock { state in browsers.map { state.sessions[$0] ?? SessionRow() } }
  }

  /// Saves something for whoever has a holding, or for anybody. Returns the sessions that were changed, each with its row; nil
  /// if nothing is saved.
  func save(
    _ saves: [PersistedSave], of holding: Holding, in term: UInt64, by node: NodeName
  ) -> [(SessionSave, SessionRow)]? {
    state.withLock { state in
      if holding != .free {
        guard let current = state.holdings[holding], current.node == node, current.term == term else { return nil }
        store.save(saves.filter { $0.session == nil })
      }
      return saves.compactMap(\.session).map { save in
        let row = state.sessions[save.browser] ?? SessionRow()
        guard !row.hasEnded, state.known.insert(save.id).inserted, let next = try? save.changed(row) else {
          return (save, row)
        }
        state.sessions[save.browser] = next
        state.changes.append(.session(save.browser))
        if next.hasEnded { store.forget(browser: save.browser) }
        return (save, next)
      }
    }
  }

  /// Does something for whoever has a holding.
  func write(_ holding: Holding, in term: UInt64, by node: NodeName, _ work: () -> Void) -> Bool {
    state.withLock { state in
      guard let current = state.holdings[holding], current.node == node, current.term == term else { return false }
      work()
      return true
    }
  }
}

/// The connection of one server to the database.
final class Line: ClusterEngine {
  private struct State {
    var isCut = false
    /// How many of the next answers get lost on the way.
    var losesAnswers = 0
    /// Called once, after the next save.
    var afterSave: (@Sendable () -> Void)?
    /// Whether each call waits until the test lets it go on.
    var isHeld = false
    /// The calls that wait, in order.
    var held: [@Sendable () -> Void] = []
  }

  private let database: Database
  private let state = Lock(State())

  init(to database: Database) { self.database = database }

  var isCut: Bool {
    get { state.withLock { $0.isCut } }
    set { state.withLock { $0.isCut = newValue } }
  }

  var losesAnswers: Int {
    get { state.withLock { $0.losesAnswers } }
    set { state.withLock { $0.losesAnswers = newValue } }
  }

  func afterNextSave(_ call: @escaping @Sendable () -> Void) { state.withLock { $0.afterSave = call } }

  /// Lets all calls wait until `answerNext`, or no longer.
  func hold(_ isHeld: Bool) {
    state.withLock { $0.isHeld = isHeld }
    if !isHeld { while answerNext() {} }
  }

  /// Answers the call that waits first. Returns false if none waits.
  @discardableResult
  func answerNext() -> Bool {
    let call = state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }
    call?()
    return call != nil
  }

  private func ask<Value: Sendable>(
    _ reply: @escaping StoreReply<Value>, _ work: @escaping @Sendable (Database) -> Value
  ) {
    let isHeld = state.withLock { state in
      if state.isHeld { state.held.append { [self] in answer(reply, work) } }
      return state.isHeld
    }
    if !isHeld { answer(reply, work) }
  }

  private func answer<Value: Sendable>(_ reply: StoreReply<Value>, _ work: (Database) -> Value) {
    let away = PageStoreError("the database does not answer", isTemporary: true)
    if isCut { return reply(.failure(away)) }
    let value = work(database)
    let isLost = state.withLock { state in
      defer { state.losesAnswers = max(0, state.losesAnswers - 1) }
      return state.losesAnswers > 0
    }
    reply(isLost ? .failure(away) : .success(value))
  }

  func register(_ node: NodeName, for lease: Duration, _ reply: @escaping StoreReply<Registration>) {
    ask(reply) { $0.register(node, for: lease) }
  }
  func beat(_ node: NodeName, for lease: Duration, since moment: Moment, _ reply: @escaping StoreReply<News?>) {
    ask(reply) { $0.beat(node, for: lease, since: moment) }
  }
  func share(_ value: JSON, labelled label: String, _ reply: @escaping StoreReply<Void>) {
    ask(reply) { $0.share(value, labelled: label) }
  }
  func shares(labelled labels: [String]?, _ reply: @escaping StoreReply<[String: JSON]>) {
    ask(reply) { $0.shares(labelled: labels) }
  }
  func claim(_ holding: Holding, for node: NodeName, claimsNew: Bool, _ reply: @escaping StoreReply<Claim>) {
    ask(reply) { $0.claim(holding, for: node, claimsNew: claimsNew) }
  }
  func release(_ holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Void>) {
    ask(reply) { $0.release(holding, in: term, by: node) }
  }
  func nodes(_ reply: @escaping StoreReply<[NodeName: Bool]>) { ask(reply) { $0.allNodes } }
  var transactions: Int { 0 }
  func bury(_ id: String, _ reply: @escaping StoreReply<Void>) { ask(reply) { $0.bury(id) } }
  func leave(_ node: NodeName, _ reply: @escaping StoreReply<Void>) { ask(reply) { $0.leave(node) } }
  func save(
    _ saves: [PersistedSave], of holding: Holding, in term: UInt64, by node: NodeName,
    _ reply: @escaping StoreReply<Bool>
  ) {
    // The sessions hear of it only if the answer comes.
    let answered: StoreReply<[(SessionSave, SessionRow)]?> = { result in
      if case .success(let ends?) = result { for (save, row) in ends { save.save(in: row) } }
      reply(result.map { $0 != nil })
    }
    ask(answered) { [self] database in
      defer { state.withLock { $0.afterSave.take() }?() }
      return database.save(saves, of: holding, in: term, by: node)
    }
  }
  func sessions(of browsers: [String], _ reply: @escaping StoreReply<[SessionRow]>) {
    ask(reply) { $0.sessions(of: browsers) }
  }
  func touch(sessionOf browser: String, _ reply: @escaping StoreReply<Void>) { ask(reply) { _ in } }
  func forget(
    browser: String, of holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Bool>
  ) {
    ask(reply) { database in database.write(holding, in: term, by: node) { database.store.forget(browser: browser) } }
  }
  func forget(
    unusedFor days: Int, of holding: Holding, in term: UInt64, by node: NodeName, _ reply: @escaping StoreReply<Int>
  ) {
    ask(reply) { _ in 0 }
  }
  func add(_ crashes: [CrashRecord], of node: NodeName, _ reply: @escaping StoreReply<Void>) {
    ask(reply) { $0.crashes += crashes }
  }
  func crashes(_ reply: @escaping StoreReply<[CrashRecord]>) { ask(reply) { $0.crashes } }
  func forget(crashesOf owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<Void>) {
    ask(reply) { $0.crashes.removeAll { $0.owner == owner && $0.event == nil } }
  }
  func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    ask(reply) { $0.store.instance(of: owner) }
  }
  func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) {
    ask(reply) { $0.store.instance(id: id) }
  }
  func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) { ask(reply) { _ in } }
}

extension PersistedInstance.Name {
  /// The holding of a page on any node.
  fileprivate var holding: Holding { owner.browser.map { .browser($0) } ?? .page(owner.page) }
}

extension ServerNode {
  /// Whether it may answer without asking the database.
  fileprivate var hasLease: Bool { state.withLock { $0.lease?.contains(clock.now) == true } }
}
