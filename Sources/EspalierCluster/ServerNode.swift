import Espalier
import EspalierHTTP
import EspalierLocks
package import EspalierServer

/// This process as a node: how long it may say that it lives, what it has, and who has the rest.
///
/// The database decides who has what. The node only remembers what it last heard. When its lease has lapsed it believes
/// nothing of that, and asks again before an answer leaves.
package final class ServerNode: ClusterNode {
  /// How long a node lives after its last beat. Another node takes over when this is over.
  package static let lease = Duration.seconds(3)
  /// How often a node says that it lives.
  package static let pulse = Duration.seconds(1)

  private enum Stage {
    /// The database is asked who has it.
    case asking([Found<Leader>.Reply])
    /// This node has it, and reads what belongs to it.
    case taking(term: UInt64, [Found<Leader>.Reply])
    case here(term: UInt64)
    case there(NodeName)
  }

  private struct State {
    var name: NodeName
    var isRegistered = false
    /// Since when and until when the node may answer without asking, by its own clock; nil if it must ask. It had no gap
    /// since then.
    var lease: Range<Duration>?
    var stages: [Holding: Stage] = [:]
    var site: (any ClusterSite)?
    var beats: Task<Void, Never>?
    var hasLeft = false

    /// This node does not have it any more. Whoever waits for it asks again.
    mutating func drop(_ holding: Holding) {
      if case .taking(_, let replies) = stages[holding] {
        stages[holding] = .asking(replies)
      } else {
        stages[holding] = nil
      }
    }

    func term(of holding: Holding) -> UInt64? {
      switch stages[holding] {
      case .taking(let term, _), .here(let term): term
      case .asking, .there, nil: nil
      }
    }
  }

  private let engine: any ClusterEngine
  private let peers: any Peers
  private let clock: SiteClock
  private let log: Log
  private let lease: Duration
  private let pulse: Duration
  private let state: Lock<State>

  package init(
    at address: String, on engine: any ClusterEngine, peers: any Peers, lease: Duration = lease,
    pulse: Duration = pulse,
    log: Log, clock: some Clock<Duration> = ContinuousClock()
  ) {
    (self.engine, self.peers, self.log, self.lease, self.pulse) = (engine, peers, log, lease, pulse)
    self.clock = SiteClock(clock)
    state = Lock(State(name: Self.newName(at: address)))
  }

  private static func newName(at address: String) -> NodeName { NodeName(id: RandomID.short(), address: address) }

  /// The store that keeps what this node has.
  package var storage: any PageStorage { NodeStorage(node: self) }

  package func join(_ site: any ClusterSite) {
    let address = state.withLock { state in
      state.site = site
      return state.name.address
    }
    peers.listen(at: address, for: site)
    register { _ in }
    let beats = Task.detached { [weak self, clock, pulse] in
      while !Task.isCancelled {
        await clock.sleep(until: clock.now + pulse)
        guard let self else { return }
        beat { _ in }
      }
    }
    state.withLock { $0.beats = beats }
  }

  package func leave(_ reply: @escaping StoreReply<Void>) {
    let (name, beats) = state.withLock { state in
      state.hasLeft = true
      (state.lease, state.stages) = (nil, [:])
      return (state.name, state.beats)
    }
    beats?.cancel()
    peers.close(name.address)
    engine.leave(name, reply)
  }

  // MARK: The lease

  private func register(_ reply: @escaping StoreReply<Void>) {
    let (name, begun) = (state.withLock { $0.name }, clock.now)
    engine.register(name, for: lease) { [self] result in
      if case .success = result {
        state.withLock { state in
          if state.name == name { (state.isRegistered, state.lease) = (true, renewed(nil, from: begun)) }
        }
      }
      reply(result)
    }
  }

  /// The lease after a question at `begun`, by this node's clock. It ends a tenth early.
  private func renewed(_ before: Range<Duration>?, from begun: Duration) -> Range<Duration> {
    let start = before.map { $0.contains(begun) ? $0.lowerBound : begun } ?? begun
    return start..<begun + lease * 9 / 10
  }

  /// Renews the lease. Calls back with whether the node lives.
  private func beat(_ reply: @escaping StoreReply<Bool>) {
    let (name, isRegistered, hasLeft) = state.withLock { ($0.name, $0.isRegistered, $0.hasLeft) }
    if hasLeft { return reply(.success(false)) }
    guard isRegistered else { return register { reply($0.map { true }) } }
    let begun = clock.now
    engine.beat(name, for: lease) { [self] result in
      switch result {
      case .success(true):
        state.withLock { if $0.name == name { $0.lease = renewed($0.lease, from: begun) } }
      case .success(false): end(name)
      case .failure: break
      }
      reply(result)
    }
  }

  /// Other nodes have declared this one dead. What it had is dropped, and it begins again as another node.
  private func end(_ name: NodeName) {
    let (lost, site) = state.withLock { state -> ([Holding], (any ClusterSite)?) in
      guard state.name == name, !state.hasLeft else { return ([], nil) }
      let lost = state.stages.keys.filter { state.term(of: $0) != nil }
      (state.name, state.isRegistered, state.lease) = (Self.newName(at: name.address), false, nil)
      for holding in lost { state.drop(holding) }
      return (lost, state.site)
    }
    guard let site else { return }
    log.write(.warning, "cluster") {
      $0.add("detail", "Other nodes have taken over: this one did not renew its lease in time. It begins again.")
      $0.add("node", name.id)
    }
    for holding in lost { site.drop(holding) }
    register { [self] _ in for holding in lost { claimIfAsked(holding) } }
  }

  // MARK: Holdings

  package func leader(of holding: Holding) -> Found<Leader> {
    let known: Leader? = state.withLock { state in
      switch state.stages[holding] {
      case .here(let term): .here(term: term)
      case .there(let name): .there(name.id, address: name.address)
      case .asking, .taking, nil: nil
      }
    }
    if let known { return .here(known) }
    return .asked { [self] in ask(holding, $0) }
  }

  private func ask(_ holding: Holding, _ reply: @escaping Found<Leader>.Reply) {
    let isFirst = state.withLock { state in
      switch state.stages[holding] {
      case .asking(let replies): state.stages[holding] = .asking(replies + [reply])
      case .taking(let term, let replies): state.stages[holding] = .taking(term: term, replies + [reply])
      case .here, .there, nil:
        state.stages[holding] = .asking([reply])
        return true
      }
      return false
    }
    if isFirst { claim(holding) }
  }

  private func claim(_ holding: Holding, hasBuried: Bool = false) {
    let (name, isRegistered) = state.withLock { ($0.name, $0.isRegistered) }
    guard isRegistered else {
      return register { [self] result in
        if case .failure = result { answer(holding, .failure(.noEngine)) } else { claim(holding) }
      }
    }
    engine.claim(holding, for: name) { [self] result in
      switch result {
      case .success(.own(let term)): take(holding, term, name)
      case .success(.other(let other, isOver: true)) where !hasBuried && mayBury:
        engine.bury(other.id) { [self] _ in claim(holding, hasBuried: true) }
      case .success(.other(let other, _)):
        answer(holding, .success(.there(other.id, address: other.address)), stage: .there(other))
      case .failure: answer(holding, .failure(.noEngine))
      }
    }
  }

  private func claimIfAsked(_ holding: Holding) {
    let isAsked = state.withLock { if case .asking = $0.stages[holding] { true } else { false } }
    if isAsked { claim(holding) }
  }

  /// Whether the lease had no gap for a whole lease. A node that was paused, or cut off from the database, must not bury
  /// others, because they may have had the same trouble.
  private var mayBury: Bool {
    let now = clock.now
    return state.withLock { $0.lease.map { $0.contains(now) && now - $0.lowerBound >= lease } ?? false }
  }

  private func take(_ holding: Holding, _ term: UInt64, _ name: NodeName) {
    let (isTaking, site) = state.withLock { state in
      guard state.name == name, case .asking(let replies) = state.stages[holding] else { return (false, state.site) }
      state.stages[holding] = .taking(term: term, replies)
      return (true, state.site)
    }
    // The node has ended since it asked.
    guard isTaking else { return claimIfAsked(holding) }
    site?.take(holding) { [self] result in
      switch result {
      case .success:
        let stays = state.withLock { $0.term(of: holding) == term }
        if stays { answer(holding, .success(.here(term: term)), stage: .here(term: term)) }
      case .failure(let error): answer(holding, .failure(.unreadable(error)))
      }
    }
  }

  private func answer(_ holding: Holding, _ result: Result<Leader, HTTPError>, stage: Stage? = nil) {
    let replies = state.withLock { state in
      let replies =
        switch state.stages[holding] {
        case .asking(let replies), .taking(_, let replies): replies
        case .here, .there, nil: [Found<Leader>.Reply]()
        }
      state.stages[holding] = stage
      return replies
    }
    for reply in replies { reply(result) }
  }

  /// Another node has a holding: the database has refused to save.
  fileprivate func lose(_ holding: Holding, _ term: UInt64) {
    let site = state.withLock { state -> (any ClusterSite)? in
      guard state.term(of: holding) == term else { return nil }
      state.drop(holding)
      return state.site
    }
    site?.drop(holding)
    claimIfAsked(holding)
  }

  package func hasStill(_ holding: Holding, in term: UInt64) -> Found<Bool> {
    let now = clock.now
    let (hasIt, hasLease) = state.withLock { state in
      (state.term(of: holding) == term, state.lease.map { now < $0.upperBound } ?? false)
    }
    if !hasIt || hasLease { return .here(hasIt) }
    return .asked { [self] reply in
      beat { [self] result in
        switch result {
        case .success: reply(.success(state.withLock { $0.term(of: holding) == term }))
        case .failure: reply(.failure(.noEngine))
        }
      }
    }
  }

  package func pass(_ request: Request, to leader: Leader, _ answer: Answer) {
    guard case .there(let id, let address) = leader else { return }
    peers.pass(request, to: address) { [self] response in
      if let response, !response.hasMoved { return _ = answer(response) }
      // Ask the database again before the next try.
      state.withLock { state in
        for (holding, stage) in state.stages {
          if case .there(let name) = stage, name.id == id { state.stages[holding] = nil }
        }
      }
      answer(.problem(.moved, for: request))
    }
  }

  // MARK: Saving

  /// What this node may save now: nil if it has nothing.
  fileprivate func tenure(of holding: Holding) -> (name: NodeName, term: UInt64)? {
    state.withLock { state in state.term(of: holding).map { (state.name, $0) } }
  }

  fileprivate func save(
    _ holding: Holding, _ reply: @escaping StoreReply<Void>,
    by statement: (any ClusterEngine, NodeName, UInt64, @escaping StoreReply<Bool>) -> Void
  ) {
    guard let (name, term) = tenure(of: holding) else { return reply(.failure(.refused)) }
    statement(engine, name, term) { [self] result in
      switch result {
      case .success(true): reply(.success(()))
      case .success(false):
        lose(holding, term)
        reply(.failure(.refused))
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  fileprivate var reader: any ClusterEngine { engine }
}

/// The store of one node: it saves what the node has, and nothing else.
private struct NodeStorage: PageStorage {
  let node: ServerNode

  func instance(of owner: PersistedInstance.Owner, _ reply: @escaping StoreReply<PersistedInstance?>) {
    node.reader.instance(of: owner, reply)
  }

  func instance(id: String, _ reply: @escaping StoreReply<PersistedInstance?>) { node.reader.instance(id: id, reply) }

  func save(_ saves: [PersistedSave], _ reply: @escaping StoreReply<Void>) {
    node.save(.site, reply) { engine, name, term, reply in engine.save(saves, of: .site, in: term, by: name, reply) }
  }

  func forget(browser: String, _ reply: @escaping StoreReply<Void>) {
    node.save(.site, reply) { engine, name, term, reply in
      engine.forget(browser: browser, of: .site, in: term, by: name, reply)
    }
  }

  func touch(_ instance: PersistedInstance.Name, _ reply: @escaping StoreReply<Void>) {
    node.reader.touch(instance, reply)
  }
}

extension HTTPError {
  /// The database of the cluster does not answer.
  fileprivate static var noEngine: HTTPError {
    HTTPError(.unavailable, "The site's database does not answer. Try again later.").retrying(after: .seconds(1))
  }
}
