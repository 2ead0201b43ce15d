import Espalier

/// The living page instances: made when first asked for, found by page and browser or by id, capped.
final class InstanceTable: Sendable {
  private struct Owner: Hashable {
    let path: String
    let browser: String?
  }

  private struct State {
    var byID: [String: PageInstance] = [:]
    var byOwner: [Owner: PageInstance] = [:]
    /// When each was last asked for, as a growing number.
    var lastUse: [String: Int] = [:]
    var clock = 0
    /// What the site shares, in the order in which it first did, to be told to each new instance.
    var shares: [(name: SharedDataName, tell: @Sendable (Tree) -> Void)] = []
  }

  private let state = Lock(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var count: Int { state.withLock { $0.byID.count } }
  var all: [PageInstance] { state.withLock { Array($0.byID.values) } }

  /// The instance with this id, if it is of that page and not another browser's.
  func instance(_ id: String, of page: Page, for browser: String?) -> PageInstance? {
    state.withLock { state in
      guard let instance = state.byID[id], instance.page.path == page.path else { return nil }
      // Who sends no cookie has nothing but the id to show for it; 128 random bits are enough.
      guard browser == nil || instance.browser == nil || browser == instance.browser else { return nil }
      Self.use(instance, &state)
      return instance
    }
  }

  /// The page's instance for a browser (nil: for all); `make` makes it with what the site shares.
  ///
  /// Made outside the lock, because making it runs the page's own code; of two made at once the first one stays.
  func instance(
    of page: Page, for browser: String?, make: ([@Sendable (Tree) -> Void]) throws(HTTPError) -> PageInstance
  ) throws(HTTPError) -> PageInstance {
    let owner = Owner(path: page.path, browser: browser)
    if let known = state.withLock({ Self.find(owner, &$0) }) { return known }
    let made = try make(shares)
    let (instance, shares) = try state.withLock { (state) throws(HTTPError) in
      if let other = Self.find(owner, &state) { return (other, [@Sendable (Tree) -> Void]()) }
      if browser != nil { try Self.makeRoom(limit, &state) }
      state.byID[made.id] = made
      state.byOwner[owner] = made
      Self.use(made, &state)
      made.counts.made.add()
      return (made, state.shares.map(\.tell))
    }
    // What was shared while it was being made; an equal value is not told twice.
    for tell in shares { instance.enter { $0.change(tell) } }
    return instance
  }

  private static func find(_ owner: Owner, _ state: inout State) -> PageInstance? {
    guard let instance = state.byOwner[owner] else { return nil }
    use(instance, &state)
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
      return Array(state.byID.values)
    }
  }

  func currentShare(_ name: SharedDataName) -> (@Sendable (Tree) -> Void)? {
    state.withLock { state in state.shares.first { $0.name == name }?.tell }
  }
  var shares: [@Sendable (Tree) -> Void] { state.withLock { $0.shares.map(\.tell) } }

  private static func use(_ instance: PageInstance, _ state: inout State) {
    state.clock += 1
    state.lastUse[instance.id] = state.clock
  }

  /// Lets the longest idle instances go that nobody looks at: several at a time, so that a full table is not searched
  /// for each newcomer. Those that all browsers share stay.
  private static func makeRoom(_ limit: Int, _ state: inout State) throws(HTTPError) {
    let owned = state.byID.values.filter { $0.browser != nil }
    guard owned.count >= limit else { return }
    let idle = owned.filter { $0.audience.count == 0 }
      .sorted { state.lastUse[$0.id, default: 0] < state.lastUse[$1.id, default: 0] }
    guard !idle.isEmpty else {
      throw HTTPError(.unavailable, "As many pages are open as may be; try again later.").crossing(.instances)
    }
    for instance in idle.prefix(max(1, limit / 16)) {
      instance.counts.evicted.add()
      state.byID[instance.id] = nil
      state.lastUse[instance.id] = nil
      state.byOwner[Owner(path: instance.page.path, browser: instance.browser)] = nil
    }
  }
}

/// 128 random bits from the system, as 32 hexadecimal digits: an id that cannot be guessed.
enum RandomID {
  static func next() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  static func isValid(_ id: String) -> Bool {
    id.utf8.count == 32 && id.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
