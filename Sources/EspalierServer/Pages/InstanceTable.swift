import EspalierLocks
import Espalier

/// The living page instances: made when first asked for, found by owner or by id, kept while somebody looks, capped.
///
/// One that a request made and nobody asked for again is provisional: whoever keeps no cookie leaves one behind with each request. It
/// goes sooner, and before all others.
final class InstanceTable: Sendable {
  typealias Owner = KeptInstance.Owner

  private struct Entry {
    let instance: PageInstance
    /// When it was last asked for, or seen to be looked at.
    var lastUse: Duration
    /// When the store was last told that it is used.
    var lastTouch: Duration
  }

  private struct State {
    var byID: [String: Entry] = [:]
    var byOwner: [Owner: PageInstance] = [:]
    /// Those of browsers, by id: the ones that were asked for again, and the provisional ones.
    var settled = Recency<String>()
    var provisional = Recency<String>()
    var nextSweep = Duration.zero
    /// Until when it is known that all are looked at.
    var fullUntil = Duration.zero
    /// What the site shares, in the order in which it first did, to be told to each new instance.
    var shares: [(name: SharedDataName, tell: @Sendable (Tree) -> Void)] = []
  }

  private let state = Lock(State())
  private let limit: Int
  private let unseen: Duration
  private let provisional: Duration
  private let uptime: Uptime

  init(_ limits: PageLimits, uptime: Uptime) {
    limit = limits.instances
    unseen = limits.unseen
    provisional = limits.provisional
    self.uptime = uptime
  }

  var count: Int { state.withLock { $0.byID.count } }
  var all: [PageInstance] { state.withLock { $0.byID.values.map(\.instance) } }

  /// The instance with this id.
  func instance(_ id: String) -> PageInstance? {
    state.withLock { state in
      sweep(&state)
      return state.byID[id].map { use($0.instance, &state) }
    }
  }

  /// An owner's instance; `make` makes it with what the site shares, `provisionally` for one request.
  ///
  /// Made outside the lock, because making it runs the page's own code; of two made at once the first one stays.
  func instance(
    of owner: Owner, provisionally isProvisional: Bool = false,
    make: ([@Sendable (Tree) -> Void]) throws(HTTPError) -> PageInstance
  ) throws(HTTPError) -> PageInstance {
    let known = state.withLock { state in
      sweep(&state)
      return state.byOwner[owner].map { use($0, &state) }
    }
    if let known { return known }
    let made = try make(shares)
    var isTaken = false
    // Its nodes have been told that they are part of a page.
    defer { if !isTaken { made.submit { $0.tree.end() } } }
    let (instance, shares) = try state.withLock { (state) throws(HTTPError) in
      if let other = state.byOwner[owner] { return (use(other, &state), [@Sendable (Tree) -> Void]()) }
      if owner.browser != nil { try makeRoom(&state) }
      state.byOwner[owner] = made
      isTaken = true
      made.counts.made.add()
      return (use(made, &state, provisionally: isProvisional), state.shares.map(\.tell))
    }
    // What was shared while it was being made; an equal value is not told twice.
    for tell in shares { instance.enter { $0.change(tell) } }
    return instance
  }

  /// Remembers what the site shares; returns those who must be told.
  func share(_ name: SharedDataName, _ tell: @escaping @Sendable (Tree) -> Void) -> [PageInstance] {
    state.withLock { state in
      if let index = state.shares.firstIndex(where: { $0.name == name }) {
        state.shares[index].tell = tell
      } else {
        state.shares.append((name, tell))
      }
      return state.byID.values.map(\.instance)
    }
  }

  func currentShare(_ name: SharedDataName) -> (@Sendable (Tree) -> Void)? {
    state.withLock { state in state.shares.first { $0.name == name }?.tell }
  }
  var shares: [@Sendable (Tree) -> Void] { state.withLock { $0.shares.map(\.tell) } }

  @discardableResult
  private func use(
    _ instance: PageInstance, _ state: inout State, provisionally isProvisional: Bool = false
  ) -> PageInstance {
    let now = uptime.now
    state.byID[instance.id, default: Entry(instance: instance, lastUse: now, lastTouch: now)].lastUse = now
    guard instance.isOwned else { return instance }
    if isProvisional {
      state.provisional.use(instance.id)
    } else {
      state.provisional.remove(instance.id)
      state.settled.use(instance.id)
    }
    return instance
  }

  // MARK: Letting go

  /// Lets those go that nobody has looked at for long. Costs as much as goes; seldom, one look at those that are kept.
  private func sweep(_ state: inout State) {
    let now = uptime.now
    let isDue = now >= state.nextSweep
    if isDue {
      state.nextSweep = now + unseen / 16
      for entry in state.byID.values where entry.instance.isOwned && entry.instance.audience.count > 0 {
        use(entry.instance, &state)
      }
    }
    func oldest(_ list: Recency<String>, idleFor time: Duration) -> PageInstance? {
      list.oldest.flatMap { state.byID[$0] }.flatMap { now - $0.lastUse > time ? $0.instance : nil }
    }
    while let instance = oldest(state.provisional, idleFor: provisional) ?? oldest(state.settled, idleFor: unseen) {
      if instance.audience.count > 0 {
        use(instance, &state)
      } else {
        instance.counts.expired.add()
        Self.remove(instance, &state)
      }
    }
    if isDue { touch(&state) }
  }

  /// Tells the store once a day what is still there, so that it is not taken for forgotten.
  private func touch(_ state: inout State) {
    let now = uptime.now
    for entry in state.byID.values where entry.instance.isOwned && now - entry.lastTouch >= .seconds(86_400) {
      state.byID[entry.instance.id]?.lastTouch = now
      entry.instance.submit { $0.touchKept() }
    }
  }

  /// Lets the longest idle instance go that nobody looks at, if there are as many as may be: of the provisional ones, if there are some.
  /// Those that all browsers share stay.
  private func makeRoom(_ state: inout State) throws(HTTPError) {
    while state.settled.count + state.provisional.count >= limit {
      guard let idle = idlest(&state) else {
        throw HTTPError(.unavailable, "As many pages are open as may be; try again later.").crossing(.instances)
      }
      idle.counts.evicted.add()
      Self.remove(idle, &state)
    }
  }

  /// One that is looked at is used, so it is not met again soon. Where all are, nobody searches again for a second.
  private func idlest(_ state: inout State) -> PageInstance? {
    guard uptime.now >= state.fullUntil else { return nil }
    for _ in 0..<(state.settled.count + state.provisional.count) {
      guard let id = state.provisional.oldest ?? state.settled.oldest, let entry = state.byID[id] else { break }
      if entry.instance.audience.count == 0 { return entry.instance }
      use(entry.instance, &state)
    }
    state.fullUntil = uptime.now + .seconds(1)
    return nil
  }

  private static func remove(_ instance: PageInstance, _ state: inout State) {
    state.byID[instance.id] = nil
    state.byOwner[instance.name.owner] = nil
    state.settled.remove(instance.id)
    state.provisional.remove(instance.id)
    instance.submit { $0.tree.end() }
  }
}
