import EspalierHTTP
import EspalierLocks
import Espalier
import Synchronization

/// The live page instances. The table has a slot for each owner whose page was requested, finds it by owner or id, keeps
/// an instance while it has viewers, and limits the number and the memory of all.
///
/// An instance that a request made and that nobody has requested again is provisional: a client that keeps no cookie
/// leaves one behind with each request. Provisional instances are removed sooner, and before all others.
final class InstanceTable: Sendable {
  typealias Owner = PersistedInstance.Owner

  private struct Entry {
    let slot: InstanceSlot
    let instance: PageInstance
    /// When it was last requested, or last seen in use. Not noted for a permanent instance, which never expires.
    var lastUse: Duration
    /// When the store was last told that the instance is used.
    var lastTouch: Duration
  }

  /// What the site shares.
  private struct Share {
    let label: String
    /// Nil if the value comes from the database of the nodes.
    let name: SharedDataName?
    let tell: @Sendable (Tree) -> Void
  }

  private struct State {
    /// The instances that are made.
    var byID: [String: Entry] = [:]
    var byOwner: [Owner: InstanceSlot] = [:]
    /// The ids of the instances that are not permanent: those that were requested again, and the provisional ones.
    var settled = LRUOrder<String>()
    var provisional = LRUOrder<String>()
    var makers = InstanceMakers()
    /// Removed, but not ended yet.
    var gone: [PageInstance] = []
    var nextSweep = Duration.zero
    /// Until this time, all instances are known to be in use.
    var fullUntil = Duration.zero
    /// The data that the site shares, in the order in which it was first shared. Each new instance gets it.
    var shares: [Share] = []
    /// All data that the site has shared at this node, by label.
    var sharedNames: [String: Set<SharedDataName>] = [:]

    mutating func takeGone() -> [PageInstance] {
      defer { gone = [] }
      return gone
    }
  }

  private let state = Lock(State())
  /// The work of removed instances that has not ended.
  private let leaving = UnfinishedWork()
  private let limits: PageLimits
  private let siteClock: SiteClock
  /// The approximate bytes of all instances that are not permanent.
  let bytes = Counter()

  init(_ limits: PageLimits, siteClock: SiteClock) {
    self.limits = limits
    self.siteClock = siteClock
  }

  var count: Int { state.withLock { $0.byID.count } }
  var all: [PageInstance] { state.withLock { $0.byID.values.map(\.instance) } }

  /// The instance with this id.
  func instance(_ id: String) -> PageInstance? {
    withState { state in
      sweep(&state)
      guard let instance = state.byID[id]?.instance else { return nil }
      use(instance, &state)
      return instance
    }
  }

  /// An owner's slot, held for a request. If there is none, `make` makes it, and `isNew` is true.
  func visit(of owner: Owner, slot make: () -> InstanceSlot) -> (visit: Visit, isNew: Bool) {
    withState { state in
      sweep(&state)
      if let slot = state.byOwner[owner] {
        if let instance = slot.instance { use(instance, &state) } else { slot.note() }
        return (Visit(slot, waiting: limits.waiting), false)
      }
      let slot = make()
      state.byOwner[owner] = slot
      return (Visit(slot, waiting: limits.waiting), true)
    }
  }

  /// Takes the new instance of a slot. Throws if there is no room for it, or if its browser was forgotten meanwhile.
  func admit(_ made: PageInstance, in slot: InstanceSlot) throws(HTTPError) {
    try withState { (state) throws(HTTPError) in
      if made.isForgotten || state.byOwner[slot.owner] !== slot { throw HTTPError.outdated }
      if !made.isPermanent { try makeRoom(&state, for: slot.maker) }
      let now = siteClock.now
      state.byID[made.id] = Entry(slot: slot, instance: made, lastUse: now, lastTouch: now)
      slot.fill(made)
      made.counts.made.add()
      use(made, &state, provisionally: slot.isProvisional)
      if !made.isPermanent, let maker = slot.maker, let sum = state.makers.bytes(of: maker) { made.footprint.join(sum) }
    }
  }

  /// Removes a slot whose instance cannot be made. The next request tries again.
  func drop(_ slot: InstanceSlot) {
    state.withLock { if $0.byOwner[slot.owner] === slot { $0.byOwner[slot.owner] = nil } }
  }

  /// Runs `body` under the lock. Then ends the instances that it removed, without the lock, because that runs page
  /// code.
  private func withState<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    defer { for instance in state.withLock({ $0.takeGone() }) { instance.end() } }
    return try state.withLock(body)
  }

  /// Stores what the site shares, and tells all instances, also those that are being made.
  func share(_ name: SharedDataName, _ tell: @escaping @Sendable (Tree) -> Void) {
    state.withLock { _ = $0.sharedNames[name.label, default: []].insert(name) }
    share(Share(label: name.label, name: name, tell: tell)) {
      $0.name == name || ($0.name == nil && $0.label == name.label)
    }
  }

  /// Stores what another node shares under a label, and tells all instances.
  func share(_ value: JSON, labelled label: String) {
    share(Share(label: label, name: nil, tell: { $0.share(value, labelled: label) })) { $0.label == label }
  }

  private func share(_ share: Share, inPlaceOf isOld: @escaping @Sendable (Share) -> Bool) {
    let slots = state.withLock { state in
      if let index = state.shares.firstIndex(where: isOld) {
        state.shares[index] = share
      } else {
        state.shares.append(share)
      }
      return Array(state.byOwner.values)
    }
    for slot in slots {
      slot.submit { [weak self] instance in
        // Looked up only now, so that two threads that share cannot leave two pages with different values.
        if let tell = self?.currentShare(isOld) { instance.change(tell) }
      }
    }
  }

  private func currentShare(_ isMeant: (Share) -> Bool) -> (@Sendable (Tree) -> Void)? {
    state.withLock { state in state.shares.first(where: isMeant)?.tell }
  }

  /// Whether the site shares two kinds of data under a label.
  func isAmbiguous(_ label: String) -> Bool { state.withLock { $0.sharedNames[label]?.count ?? 0 > 1 } }

  /// A label under which the site shares two kinds of data.
  var ambiguousLabel: String? { state.withLock { $0.sharedNames.first { $0.value.count > 1 }?.key } }
  var shares: [@Sendable (Tree) -> Void] { state.withLock { $0.shares.map(\.tell) } }

  private func use(_ instance: PageInstance, _ state: inout State, provisionally isProvisional: Bool = false) {
    // A permanent instance is not removed, whenever it was used.
    if instance.isPermanent { return }
    state.byID[instance.id]?.lastUse = siteClock.now
    state.makers.use(instance.id, by: state.byID[instance.id]?.slot.maker)
    if isProvisional {
      state.provisional.use(instance.id)
    } else {
      state.provisional.remove(instance.id)
      state.settled.use(instance.id)
    }
  }

  // MARK: Removing

  /// Removes instances that nobody has used for long. The cost depends on how many it removes; now and then, it also
  /// looks at all others.
  private func sweep(_ state: inout State) {
    let now = siteClock.now
    let isDue = now >= state.nextSweep
    if isDue {
      state.nextSweep = now + limits.unseen / 16
      for entry in state.byID.values where !entry.instance.isPermanent && entry.instance.isInUse {
        use(entry.instance, &state)
      }
    }
    func oldest(_ list: LRUOrder<String>, idleFor time: Duration) -> PageInstance? {
      list.oldest.flatMap { state.byID[$0] }.flatMap { now - $0.lastUse > time ? $0.instance : nil }
    }
    while let instance = oldest(state.provisional, idleFor: limits.provisional)
      ?? oldest(state.settled, idleFor: limits.unseen)
    {
      if !instance.retire() {
        use(instance, &state)
      } else {
        instance.counts.expired.add()
        remove(instance, &state)
      }
    }
    if isDue { touch(&state) }
  }

  /// Tells the store once a day which instances still exist, so that the store does not delete them as unused.
  private func touch(_ state: inout State) {
    let now = siteClock.now
    for entry in state.byID.values where !entry.instance.isPermanent && now - entry.lastTouch >= .seconds(86_400) {
      state.byID[entry.instance.id]?.lastTouch = now
      entry.instance.submit { $0.persistence.touch($0.state) }
    }
  }

  /// Removes instances that are not in use until there is room for one more. If an address is at its limit, it removes
  /// instances of that address, the longest idle first. If the server is at its limit, it removes any, provisional ones
  /// first. Permanent instances stay.
  private func makeRoom(_ state: inout State, for maker: String?) throws(HTTPError) {
    while let maker, let limit = limitCrossed(by: maker, state) {
      guard let idle = idlest(&state, among: state.makers.count(of: maker), by: { $0.makers.oldest(of: maker) }) else {
        throw HTTPError(
          .tooManyRequests,
          "Your address has reached its limit of open pages; close some of them."
        ).crossing(limit)
      }
      evict(idle, &state)
    }
    while let limit = crossedLimit(state) {
      guard siteClock.now >= state.fullUntil,
        let idle = idlest(
          &state, among: state.settled.count + state.provisional.count,
          by: { $0.provisional.oldest ?? $0.settled.oldest })
      else {
        if siteClock.now >= state.fullUntil { state.fullUntil = siteClock.now + .seconds(1) }
        throw HTTPError(.unavailable, "The server has reached its limit of open pages; try again later.").crossing(
          limit)
      }
      evict(idle, &state)
    }
  }

  private func crossedLimit(_ state: State) -> LimitName? {
    if state.settled.count + state.provisional.count >= limits.instances { return .instances }
    return bytes.value > limits.instanceBytes && state.settled.count + state.provisional.count > 0
      ? .instanceBytes : nil
  }

  /// The longest idle of some instances. An instance in use becomes the newest, so that the search does not meet it
  /// again. If all are in use, the caller must not search again for a second.
  private func idlest(_ state: inout State, among count: Int, by oldest: (State) -> String?) -> PageInstance? {
    for _ in 0..<count {
      guard let id = oldest(state), let entry = state.byID[id] else { return nil }
      if entry.instance.retire() { return entry.instance }
      use(entry.instance, &state)
    }
    return nil
  }

  /// Removes all instances of a browser, also those that are in use: the browser is forgotten.
  func remove(of browser: String) { remove { $0.owner.browser == browser } }

  /// Removes all instances of some holdings, also those that are in use: another node has them now.
  func remove(of holdings: Set<Holding>) { remove { holdings.contains($0.held.holding) } }

  private func remove(where isGone: (InstanceSlot) -> Bool) {
    let removed = withState { state in
      let all = state.byOwner.values.filter(isGone)
      for slot in all {
        slot.hold.end()
        if let instance = slot.instance { remove(instance, &state) } else { state.byOwner[slot.owner] = nil }
      }
      return all
    }
    // Requests that wait for them get their answers.
    for slot in removed {
      let piece = leaving.piece()
      slot.submit { instance in
        instance.sayGoodbye()
        withExtendedLifetime(piece) {}
      }
    }
  }

  /// Calls back when no removed instance runs a handler any more, or after ten seconds.
  func whenGone(_ call: @escaping @Sendable () -> Void) {
    if leaving.isOver { return call() }
    Task.detached { [leaving] in
      _ = await leaving.ends(within: .seconds(10))
      call()
    }
  }

  /// Answers the requests that wait for patches of a browser's pages.
  func endPolls(of browser: String) {
    let all = state.withLock { state in state.byOwner.filter { $0.key.browser == browser }.map(\.value) }
    for slot in all { slot.submit { $0.replyToPolls() } }
  }

  private func evict(_ instance: PageInstance, _ state: inout State) {
    instance.counts.evicted.add()
    remove(instance, &state)
  }

  private func remove(_ instance: PageInstance, _ state: inout State) {
    let entry = state.byID.removeValue(forKey: instance.id)
    state.byOwner[instance.name.owner] = nil
    state.settled.remove(instance.id)
    state.provisional.remove(instance.id)
    state.makers.remove(instance.id, by: entry?.slot.maker)
    instance.footprint.leave()
    state.gone.append(instance)
  }

  /// The limit that an address would exceed with one more instance.
  private func limitCrossed(by maker: String, _ state: State) -> LimitName? {
    let count = state.makers.count(of: maker)
    guard count > 0 else { return nil }
    if limits.instancesPerAddress > 0 && count >= limits.instancesPerAddress { return .instancesPerAddress }
    guard limits.instanceBytesPerAddress > 0, let bytes = state.makers.bytes(of: maker) else { return nil }
    return bytes.value > limits.instanceBytesPerAddress ? .instanceBytesPerAddress : nil
  }
}
