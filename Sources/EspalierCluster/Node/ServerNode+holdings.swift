import EspalierHTTP
import EspalierLocks
package import EspalierServer

extension ServerNode {
  /// What the node knows of a holding.
  enum Stage {
    /// The database is asked who has it. Until it answers, this node had it last.
    case asking([Found<Leader>.Reply], last: NodeName? = nil)
    /// This node has it, and reads what belongs to it.
    case taking(term: UInt64, [Found<Leader>.Reply])
    case here(term: UInt64)
    case there(NodeName)
    /// The database must say who has it. `last` had it, and may be over.
    case unknown(last: NodeName)

    /// The term in which this node has it.
    var term: UInt64? {
      switch self {
      case .taking(let term, _), .here(let term): term
      case .asking, .there, .unknown: nil
      }
    }

    /// Those who wait for the answer.
    var replies: [Found<Leader>.Reply] {
      switch self {
      case .asking(let replies, _), .taking(_, let replies): replies
      case .here, .there, .unknown: []
      }
    }

    /// The other node that has it, or that had it last.
    var other: NodeName? {
      switch self {
      case .asking(_, let last): last
      case .there(let name), .unknown(let name): name
      case .taking, .here: nil
      }
    }

    var isThere: Bool { if case .there = self { true } else { false } }
    var isHere: Bool { if case .here = self { true } else { false } }
  }

  // MARK: Who has it

  package func term(of holding: Holding) -> UInt64? {
    state.withLock { if case .here(let term) = $0.stages[holding] { term } else { nil } }
  }

  package func leader(of holding: Holding, claimsNew: Bool) -> Found<Leader> {
    let isUp = isUp
    let known: Leader? = state.withLock { state in
      switch state.stages[holding] {
      case .here(let term): .here(term: term)
      case .there(let name): .there(name)
      // The database cannot say who has it now.
      case .asking(_, let last): isUp ? nil : last.map { .there($0) }
      case .unknown(let last): isUp ? nil : .there(last)
      case .taking, nil: nil
      }
    }
    if let known { return .here(known) }
    return .asked { [self] in if isUp { ask(holding, claimsNew: claimsNew, $0) } else { $0(.failure(.noDatabase)) } }
  }

  package var instancePrefix: String { state.withLock { $0.name.instancePrefix } }

  package func node(withInstancePrefix prefix: String) -> Found<Leader?> {
    if prefix == instancePrefix { return .here(nil) }
    return .asked { [self] reply in
      engine.nodes { nodes in
        switch nodes {
        case .success(let nodes):
          reply(.success(nodes.first { $0.key.instancePrefix == prefix && !$0.value }.map { .there($0.key) }))
        case .failure: reply(.failure(.noDatabase))
        }
      }
    }
  }

  package func release(_ holding: Holding) {
    let (name, term) = state.withLock { state -> (NodeName, UInt64?) in
      guard case .here(let term)? = state.stages[holding] else { return (state.name, nil) }
      state.stages[holding] = nil
      return (state.name, term)
    }
    if let term { engine.release(holding, in: term, by: name) { _ in } }
  }

  package func hasStill(_ holding: Holding, in term: UInt64) -> Found<Bool> {
    let now = clock.now
    let (hasIt, hasLease) = state.withLock { state in
      (state.stages[holding]?.term == term, state.lease.map { now < $0.upperBound } ?? false)
    }
    if !hasIt || hasLease { return .here(hasIt) }
    return .asked { [self] reply in
      guard isUp else { return reply(.failure(.noDatabase)) }
      beat { [self] result in
        switch result {
        case .success(let lives):
          reply(.success(lives && state.withLock { $0.stages[holding]?.term } == term))
        case .failure: reply(.failure(.noDatabase))
        }
      }
    }
  }

  /// Asks the database who has a holding. Without `claimsNew`, answers `.nobody` for one that nobody ever had.
  func ask(_ holding: Holding, claimsNew: Bool, _ call: @escaping Found<Leader>.Reply) {
    let reply: Found<Leader>.Reply = { [self] leader in
      // The question was on its way already, without a claim.
      if claimsNew, case .success(.nobody) = leader { ask(holding, claimsNew: true, call) } else { call(leader) }
    }
    let (known, isFirst) = state.withLock { state -> (Leader?, Bool) in
      switch state.stages[holding] {
      // The answer has come since the caller looked.
      case .here(let term): return (.here(term: term), false)
      case .there(let name): return (.there(name), false)
      case .asking(let replies, let last): state.stages[holding] = .asking(replies + [reply], last: last)
      case .taking(let term, let replies): state.stages[holding] = .taking(term: term, replies + [reply])
      case .unknown, nil:
        state.stages[holding] = .asking([reply], last: state.stages[holding]?.other)
        return (nil, true)
      }
      return (nil, false)
    }
    if let known { return call(.success(known)) }
    if isFirst { claim(holding, claimsNew: claimsNew) }
  }

  /// Follows what happens to the nodes that have something. If nobody has the site, this node takes it, because the site's
  /// services work although nobody asks for a page.
  func watch() {
    let (known, hasSite) = state.withLock { state in
      if state.stages.count > Self.mostKnown {
        state.stages = state.stages.filter { $0.key == .site || $0.value.other == nil || !$0.value.replies.isEmpty }
      }
      let site = state.stages[.site]
      let hasSite = if case .unknown = site { false } else { site != nil }
      return (Set(state.stages.values.filter(\.isThere).compactMap(\.other)), hasSite)
    }
    if !hasSite { claim(.site, claimsNew: true) }
    engine.nodes { [self] nodes in
      guard case .success(let nodes) = nodes else { return }
      state.withLock { state in
        state.addresses = nodes.keys.filter { $0.id != state.name.id }.map(\.address)
      }
      for node in known {
        switch nodes[node] {
        case nil: forget(node, isReplaced: nodes.keys.contains { $0.address == node.address })
        case true? where mayBury: bury(node) { [self] in forget(node, isReplaced: false) }
        default: break
        }
      }
    }
  }

  /// A node is over. The next request for what it had claims it; the site is claimed at once. If a new node has its address,
  /// requests to that address are not given up: the new node answers them.
  private func forget(_ node: NodeName, isReplaced: Bool) {
    let hadSite = state.withLock { state in
      let lost = state.stages.filter { $0.value.isThere && $0.value.other == node }.keys
      for holding in lost { state.stages[holding] = .unknown(last: node) }
      return lost.contains(.site)
    }
    if !isReplaced { peers.abandon(node.address) }
    if hadSite { ask(.site, claimsNew: true) { _ in } }
  }

  func claimIfAsked(_ holding: Holding) {
    let isAsked = state.withLock { if case .asking = $0.stages[holding] { true } else { false } }
    if isAsked { claim(holding, claimsNew: holding == .site) }
  }

  /// Asks the database who has a holding. It is this node if the one that had it is over, or, with `claimsNew`, if nobody ever
  /// had it.
  private func claim(_ holding: Holding, claimsNew: Bool, hasBuried: Bool = false) {
    let (name, isRegistered, hasLeft) = state.withLock { ($0.name, $0.isRegistered, $0.hasLeft) }
    if hasLeft { return askAnother(holding, name) }
    guard isRegistered else {
      return register { [self] result in
        if case .failure = result {
          answer(holding, .failure(.noDatabase))
        } else {
          claim(holding, claimsNew: claimsNew)
        }
      }
    }
    metrics.claims.add()
    engine.claim(holding, for: name, claimsNew: claimsNew) { [self] result in
      switch result {
      case .success(.own(let term)): take(holding, term, name)
      case .success(.other(let other, isOver: true)) where !hasBuried && mayBury:
        bury(other) { [self] in claim(holding, claimsNew: claimsNew, hasBuried: true) }
      case .success(.other(let other, _)): follow(holding, other)
      case .success(.nobody): answer(holding, .failure(.noNode))
      case .success(.new): answer(holding, .success(.nobody))
      case .failure(let error):
        if error.isTemporary { note(isUp: false) }
        answer(holding, .failure(.noDatabase))
      }
    }
  }

  /// A node that leaves takes nothing more. Any other node will do.
  private func askAnother(_ holding: Holding, _ name: NodeName) {
    engine.nodes { [self] nodes in
      let others = (try? nodes.get())?.filter { !$0.value && $0.key != name } ?? [:]
      if let other = others.keys.randomElement() { follow(holding, other) } else { answer(holding, .failure(.noNode)) }
    }
  }

  private func bury(_ other: NodeName, then work: @escaping @Sendable () -> Void) {
    say(.warning, "A node did not renew its lease in time. This one takes over.") {
      $0.add("node", other.id)
      $0.add("address", other.address)
    }
    metrics.burials.add()
    engine.bury(other.id) { _ in work() }
  }

  /// Whether the lease had no gap for a whole lease. A node that was paused, or cut off from the database, must not bury
  /// others, because they may have had the same trouble.
  private var mayBury: Bool {
    let now = clock.now
    return state.withLock { $0.lease.map { $0.contains(now) && now - $0.lowerBound >= lease } ?? false }
  }

  // MARK: What becomes of it

  /// Another node has it.
  private func follow(_ holding: Holding, _ other: NodeName) {
    let (before, lost, site) = state.withLock { state in
      (state.stages[holding]?.other, state.stages[holding]?.term, state.site)
    }
    if let lost { lose(holding, lost) }
    // What this node showed of it while nobody had it is old now.
    if holding != .site { site?.drop([holding]) }
    answer(holding, .success(.there(other)), stage: .there(other))
    // Other holdings can change hands while the node before lives on.
    if holding == .site, let before, before.address != other.address { peers.abandon(before.address) }
  }

  /// This node has it.
  private func take(_ holding: Holding, _ term: UInt64, _ name: NodeName) {
    let (isNew, before, site) = state.withLock { state in
      let stage = state.stages[holding]
      guard state.name == name, !state.hasLeft, stage?.term != term else { return (false, NodeName?.none, state.site) }
      state.stages[holding] = .taking(term: term, stage?.replies ?? [])
      return (true, stage?.other, state.site)
    }
    // The node has ended since it asked, or knows it already.
    guard isNew else { return claimIfAsked(holding) }
    if holding == .site || term > 1 {
      say(.info, "This node has \(holding.shown) now.") {
        $0.add("node", name.id)
        $0.add("term", Int(clamping: term))
        if let url = holding.url { $0.add("page", url) }
      }
      metrics.takeovers.add()
    }
    if holding == .site, let before { peers.abandon(before.address) }
    site?.take(holding, in: term) { [self] result in
      switch result {
      case .success:
        if state.withLock({ $0.stages[holding]?.term }) == term {
          answer(holding, .success(.here(term: term)), stage: .here(term: term))
        }
      case .failure(let error): answer(holding, .failure(.unreadable(error)))
      }
    }
  }

  private func answer(_ holding: Holding, _ result: Result<Leader, HTTPError>, stage: Stage? = nil) {
    let (replies, last) = state.withLock { state in
      let before = state.stages[holding]
      // If the database does not answer, requests go to the last known node.
      let isUnknown = if case .failure = result { true } else { false }
      state.stages[holding] = stage ?? (isUnknown ? before?.other.map { .there($0) } : nil)
      return (before?.replies ?? [], before?.other)
    }
    var result = result
    if case .failure = result, let last { result = .success(.there(last)) }
    for reply in replies { reply(result) }
  }

  /// Another node has a holding: the database has refused to save.
  func lose(_ holding: Holding, _ term: UInt64) {
    let site = state.withLock { state -> (any ClusterSite)? in
      guard state.stages[holding]?.term == term else { return nil }
      state.drop(holding)
      return state.site
    }
    guard let site else { return }
    say(.warning, "Another node has \(holding.shown) now.")
    metrics.refusals.add()
    site.drop([holding])
    claimIfAsked(holding)
  }
}

extension Leader {
  fileprivate static func there(_ name: NodeName) -> Leader { .there(name.id, address: name.address) }
}

extension ServerNode.State {
  /// This node does not have it any more. Whoever waits for it asks again.
  mutating func drop(_ holding: Holding) {
    if case .taking(_, let replies) = stages[holding] {
      stages[holding] = .asking(replies)
    } else {
      stages[holding] = nil
    }
  }
}

extension HTTPError {
  /// No node lives that may have it.
  fileprivate static var noNode: HTTPError {
    HTTPError(.unavailable, "No server of the site can answer this now. Try again later.").retrying(after: .seconds(1))
  }
}
