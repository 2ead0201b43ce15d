import EspalierLocks
import Espalier

/// The living page instances: made when first asked for, found by owner or by id, kept while somebody looks, capped.
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
    var nextSweep = Duration.zero
    /// What the site shares, in the order in which it first did, to be told to each new instance.
    var shares: [(name: SharedDataName, tell: @Sendable (Tree) -> Void)] = []
  }

  private let state = Lock(State())
  private let limit: Int
  private let unseen: Duration
  private let uptime: Uptime

  init(_ limits: PageLimits, uptime: Uptime) {
    limit = limits.instances
    unseen = limits.unseen
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

  /// An owner's instance; `make` makes it with what the site shares.
  ///
  /// Made outside the lock, because making it runs the page's own code; of two made at once the first one stays.
  func instance(
    of owner: Owner, make: ([@Sendable (Tree) -> Void]) throws(HTTPError) -> PageInstance
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
      return (use(made, &state), state.shares.map(\.tell))
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
  private func use(_ instance: PageInstance, _ state: inout State) -> PageInstance {
    let now = uptime.now
    state.byID[instance.id, default: Entry(instance: instance, lastUse: now, lastTouch: now)].lastUse = now
    return instance
  }

  // MARK: Letting go

  /// Lets those go that nobody has looked at for long. Looked for in passing and seldom, so that it costs next to
  /// nothing; where nobody asks for anything, nothing need go.
  private func sweep(_ state: inout State) {
    let now = uptime.now
    guard now >= state.nextSweep else { return }
    state.nextSweep = now + unseen / 16
    for entry in state.byID.values where entry.instance.isOwned {
      if entry.instance.audience.count > 0 {
        use(entry.instance, &state)
      } else if now - entry.lastUse >= unseen {
        entry.instance.counts.expired.add()
        Self.remove(entry.instance, &state)
        continue
      }
      guard now - entry.lastTouch >= .seconds(86_400) else { continue }
      state.byID[entry.instance.id]?.lastTouch = now
      entry.instance.submit { $0.touchKept() }
    }
  }

  /// Lets the longest idle instances go that nobody looks at: several at a time, so that a full table is not searched
  /// for each newcomer. Those that all browsers share stay.
  private func makeRoom(_ state: inout State) throws(HTTPError) {
    let owned = state.byID.values.filter(\.instance.isOwned)
    guard owned.count >= limit else { return }
    let idle = owned.filter { $0.instance.audience.count == 0 }.sorted { $0.lastUse < $1.lastUse }
    guard !idle.isEmpty else {
      throw HTTPError(.unavailable, "As many pages are open as may be; try again later.").crossing(.instances)
    }
    for entry in idle.prefix(max(1, limit / 16)) {
      entry.instance.counts.evicted.add()
      Self.remove(entry.instance, &state)
    }
  }

  private static func remove(_ instance: PageInstance, _ state: inout State) {
    state.byID[instance.id] = nil
    state.byOwner[instance.name.owner] = nil
    instance.submit { $0.tree.end() }
  }
}
