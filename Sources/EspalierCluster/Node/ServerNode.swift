package import EspalierHTTP
import EspalierLocks
package import EspalierServer
package import EspalierTables

/// This process as a node: how long it may say that it lives, what it has, and who has the rest.
///
/// The database decides who has what. The node only remembers what it last heard. When its lease has lapsed it believes
/// nothing of that, and asks again before an answer leaves.
package final class ServerNode: ClusterNode {
  /// How long a node lives after its last beat. Another node takes over when this is over.
  package static let lease = Duration.seconds(3)
  /// How often a node says that it lives.
  package static let pulse = Duration.seconds(1)
  /// How long work may wait for a thread of the server. After a longer wait the node does not say any more that it lives.
  package static let stall = Duration.seconds(5)
  /// How often the node that has the site deletes what nobody has used for long.
  private static let sweep = Duration.seconds(3_600)
  /// The most holdings of other nodes that a node remembers.
  static let mostKnown = 100_000

  struct State {
    var name: NodeName
    var isRegistered = false
    /// Since when and until when the node may answer without asking, by its own clock; nil if it must ask. It had no gap
    /// since then.
    var lease: Range<Duration>?
    /// Whether the database answered when it was last asked.
    var isUp = true
    /// Since when the database has not answered a beat; nil if it has answered the last one.
    var asked: Duration?
    var stages: [Holding: Stage] = [:]
    weak var site: (any ClusterSite)?
    var beats: Task<Void, Never>?
    var hasLeft = false
    /// The pieces of work that wait for a thread of the server, by the time since when they wait.
    var probes: [Duration] = []
    var wasStalled = false
    var wasInDoubt = false
    var nextSweep = Duration.zero
    /// What ended the process before this one at its address, until it is saved.
    var crashes: [CrashRecord] = []
    var shares = Shares()
    /// Whether another node has told of news while a beat was on its way.
    var mustBeatAgain = false
    /// Where the other nodes are, as of the last beat.
    var addresses: [String] = []
  }

  let engine: any ClusterEngine
  let peers: any Peers
  let clock: SiteClock
  let log: Log
  let metrics = NodeMetrics()
  let relays = Relays()
  let lease: Duration
  /// A file of this machine in which the process notes what it runs; nil for none.
  let crashFile: String?
  /// The databases of the application that all nodes use.
  let databases: [Database]
  private let pulse: Duration
  let state: Lock<State>

  package init(
    at address: String, version: Int = 0, on engine: any ClusterEngine, peers: any Peers, lease: Duration = lease,
    pulse: Duration = pulse, databases: [Database] = [], crashFile: String? = nil, log: Log,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    (self.crashFile, self.databases) = (crashFile, databases)
    (self.engine, self.peers, self.log, self.lease, self.pulse) = (engine, peers, log, lease, pulse)
    self.clock = SiteClock(clock)
    state = Lock(State(name: NodeName(at: address, version: version)))
    for database in databases {
      database.onWrite { [weak self, name = database.name] in self?.tell(.written(name)) }
    }
  }

  /// The store that keeps what this node has.
  package var storage: any PageStorage { NodeStorage(node: self) }

  deinit { state.withLock { $0.beats }?.cancel() }

  package func join(_ site: any ClusterSite, after crashes: () -> [CrashRecord]) throws(ServerError) {
    let address = state.withLock { state in
      state.site = site
      return state.name.address
    }
    try peers.listen(at: address, for: site) { [weak self] word in self?.hear(word) }
    let crashes = crashes()
    state.withLock { $0.crashes = crashes }
    register { _ in }
    let beats = Task.detached { [weak self, clock, pulse] in
      while !Task.isCancelled {
        // A database that is back should be noticed soon.
        await clock.sleep(until: clock.now + (self?.isUp == false ? pulse / 4 : pulse))
        guard let self else { return }
        probe()
        beat { [self] result in
          guard case .success(true) = result else { return }
          watch()
          forgetUnused()
        }
        noteDoubt()
      }
    }
    state.withLock { $0.beats = beats }
  }

  /// Other nodes may have what this one had as soon as its row is gone. What it cannot answer then, another node gets.
  package func leave(_ reply: @escaping StoreReply<Void>) {
    let (name, beats) = state.withLock { state in
      (state.hasLeft, state.isRegistered) = (true, false)
      (state.lease, state.stages) = (nil, [:])
      return (state.name, state.beats)
    }
    beats?.cancel()
    relays.end()
    engine.leave(name) { [self] result in peers.close(name.address) { reply(result) } }
  }

  package func addMetrics(to text: inout Exposition) {
    let (lease, hasSite, here) = state.withLock { state in
      let here = state.stages.filter(\.value.isHere)
      return (state.lease.map { max(.zero, $0.upperBound - clock.now) } ?? .zero, here[.site] != nil, here.count)
    }
    metrics.add(
      to: &text, lease: lease, transactions: engine.transactions, hasSite: hasSite, holdings: here,
      followed: relays.count, isUp: isUp)
  }

  // MARK: The lease

  package var isRegistered: Bool { state.withLock { $0.isRegistered } }

  package var isUp: Bool {
    let now = clock.now
    return state.withLock { state in state.isUp && state.asked.map { now - $0 < pulse } ?? true }
  }

  /// Notes whether the database has answered.
  func note(isUp: Bool) {
    let hasChanged = state.withLock { state in
      defer { (state.isUp, state.asked) = (isUp, nil) }
      return state.isUp != isUp
    }
    if !hasChanged { return }
    say(isUp ? .info : .warning, isUp ? "The database answers again." : "The database does not answer.")
  }

  func register(_ reply: @escaping StoreReply<Void>) {
    let (name, crashes) = state.withLock { ($0.name, $0.crashes) }
    if !crashes.isEmpty {
      return engine.add(crashes, of: name) { [self] result in
        guard case .failure = result else {
          state.withLock { $0.crashes = [] }
          return register(reply)
        }
        note(isUp: false)
        reply(result)
      }
    }
    let begun = clock.now
    engine.register(name, for: lease) { [self] result in
      note(isUp: result.isSuccess)
      if case .success(let registration) = result {
        peers.use(registration.secret)
        state.withLock { state in
          if state.name == name && !state.hasLeft {
            (state.isRegistered, state.lease) = (true, renewed(nil, from: begun))
            state.shares.readAll(from: registration.moment)
          }
        }
        readShares()
        state.withLock { $0.site }?.hear(sessionsOf: nil)
      }
      reply(result.map { _ in })
    }
  }

  /// The lease after a question at `begun`, by this node's clock. It ends a tenth early.
  private func renewed(_ before: Range<Duration>?, from begun: Duration) -> Range<Duration> {
    let start = before.map { $0.contains(begun) ? $0.lowerBound : begun } ?? begun
    return start..<begun + lease * 9 / 10
  }

  /// Tells the site whether the lease is over, because then another node may have it.
  private func noteDoubt() {
    let now = clock.now
    let (site, isNews, isInDoubt) = state.withLock { state in
      let isInDoubt = state.stages[.site]?.isHere == true && state.lease.map { now >= $0.upperBound } ?? true
      defer { state.wasInDoubt = isInDoubt }
      return (state.site, state.wasInDoubt != isInDoubt && state.stages[.site]?.isHere == true, isInDoubt)
    }
    if isNews { site?.doubt(.site, isInDoubt) }
  }

  /// Asks for a thread of the server, each time for another loop.
  private func probe() {
    let now = clock.now
    let (site, isNews) = state.withLock { state in
      state.probes.append(now)
      defer { state.wasStalled = state.isStalled(at: now) }
      return (state.site, !state.wasStalled && state.isStalled(at: now))
    }
    if isNews { say(.error, "All threads of this server are busy. Other nodes will take over.") }
    site?.run { [weak self] in
      self?.state.withLock { state in state.probes.firstIndex(of: now).map { _ = state.probes.remove(at: $0) } }
    }
  }

  /// Renews the lease. Calls back with whether the node lives. It does not while the server does not work.
  func beat(_ reply: @escaping StoreReply<Bool>) {
    let begun = clock.now
    if state.withLock({ $0.isStalled(at: begun) }) {
      return reply(.failure(PageStoreError("all threads of the server are busy", isTemporary: true)))
    }
    let (name, moment, hasLeft) = state.withLock { state in
      // A node that has left waits for no answer.
      if state.asked == nil, !state.hasLeft { state.asked = begun }
      return (state.name, state.isRegistered ? state.shares.moment : nil, state.hasLeft)
    }
    if hasLeft { return reply(.success(false)) }
    guard let moment else { return register { reply($0.map { true }) } }
    engine.beat(name, for: lease, since: moment) { [self] result in
      note(isUp: result.isSuccess)
      switch result {
      case .success(let news?):
        let (site, hadGap) = state.withLock { state -> ((any ClusterSite)?, Bool) in
          guard state.name == name && !state.hasLeft else { return (nil, false) }
          let lease = renewed(state.lease, from: begun)
          // After a gap the database may have deleted what changed, so all values are read.
          let hadGap = lease.lowerBound == begun
          state.shares.note(news, afterGap: hadGap)
          state.lease = lease
          return (state.site, hadGap)
        }
        readShares()
        site?.hear(sessionsOf: hadGap ? nil : news.browsers)
        sendShares()
      case .success(nil): end(name)
      case .failure: break
      }
      reply(result.map { $0 != nil })
      let mustBeatAgain = state.withLock { state in
        defer { state.mustBeatAgain = false }
        return state.mustBeatAgain
      }
      if mustBeatAgain, result.isSuccess { beat { _ in } }
    }
  }

  /// Other nodes have declared this one dead. What it had is dropped, and it begins again as another node.
  private func end(_ name: NodeName) {
    let (lost, site) = state.withLock { state -> ([Holding], (any ClusterSite)?) in
      guard state.name == name, !state.hasLeft else { return ([], nil) }
      let lost = state.stages.filter { $0.value.term != nil }.keys.map(\.self)
      (state.name, state.isRegistered, state.lease) = (NodeName(at: name.address, version: name.version), false, nil)
      for holding in lost { state.drop(holding) }
      return (lost, state.site)
    }
    guard let site else { return }
    say(.warning, "Other nodes have taken over: this one did not renew its lease in time. It begins again.") {
      $0.add("node", name.id)
    }
    site.drop(Set(lost))
    register { [self] _ in for holding in lost { claimIfAsked(holding) } }
  }

  /// Deletes what nobody has used for long, now and then.
  private func forgetUnused() {
    let now = clock.now
    let (name, term) = state.withLock { state -> (NodeName, UInt64?) in
      guard now >= state.nextSweep, case .here(let term)? = state.stages[.site] else { return (state.name, nil) }
      state.nextSweep = now + Self.sweep
      return (state.name, term)
    }
    guard let term else { return }
    engine.forget(unusedFor: storage.keepingDays, of: .site, in: term, by: name) { [self] result in
      if case .success(let count) = result { metrics.forgotten.add(count) }
    }
  }

  /// Writes a line for the operator.
  func say(_ level: LogLevel, _ detail: String, _ more: (inout LogLine) -> Void = { _ in }) {
    log.write(level, "cluster") {
      $0.add("detail", detail)
      more(&$0)
    }
  }
}

extension ServerNode.State {
  /// Whether work has waited too long for a thread of the server.
  fileprivate func isStalled(at now: Duration) -> Bool { probes.first.map { now - $0 > ServerNode.stall } ?? false }
}

extension NodeName {
  /// A new node.
  fileprivate init(at address: String, version: Int) {
    self.init(id: RandomID.short(), address: address, version: version)
  }
}

extension Result {
  var isSuccess: Bool { if case .success = self { true } else { false } }
}
