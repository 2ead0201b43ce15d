import Espalier
import EspalierHTTP
import EspalierLocks
import Synchronization

/// The services of a site, and of each of its browsers.
final class SiteServices: ListedServices, Sendable {
  /// Makes a service, with its values that survive a restart.
  typealias Maker = @Sendable (BrowserServices) -> (object: any Sendable, records: [SignalRecord])

  private struct State {
    var objects: [ObjectIdentifier: (type: String, object: any Sendable)] = [:]
    var makers: [ObjectIdentifier: (type: String, make: Maker)] = [:]
    var sessionCalls = SessionCalls()
    var keepsSessions = false
    /// The browsers whose sessions other nodes have changed, and which could not be read since.
    var unread: Set<String> = []
    /// Whether services of browsers have values that survive a restart. In a cluster sessions do not count.
    var persistsForBrowsers = false
    var resolver: (any ServiceResolver & Sendable)?
    var browsers: [String: Weak] = [:]
    /// The browsers that requests have used lately, so that not each request reads the store.
    var recent = Generations<BrowserServices>(capacity: 1_000)
    /// Without a store: the browsers whose session was renewed. Nothing else has their sessions.
    var renewed = Generations<BrowserServices>(capacity: 50_000)
    /// The browsers that were forgotten lately. Their ids are random, so none of them comes back.
    var forgotten = Generations<Bool>(capacity: 50_000)
    /// The services, by their types, that have values that survive a restart.
    var persisted: Set<ObjectIdentifier> = []

    mutating func forget(_ browser: String) {
      (recent[browser], renewed[browser], browsers[browser]) = (nil, nil, nil)
    }
  }

  private struct Weak {
    weak var services: BrowserServices?
  }

  /// What is known of the saved values of the site's own services.
  private enum Start {
    /// Somebody waits for the store's answer.
    case reading([@Sendable () -> Void])
    case read
    case failed(PageStoreError)
  }

  private let state = Lock(State())
  private let start = Lock(Start.reading([]))
  private let hasBegun = Atomic(false)
  let holdings: Holdings
  var saves: SaveQueue? { holdings.site.saves }
  /// Lets one event at a time change the saved values.
  let turns = ServiceTurns()
  let log: Log
  let clock: SiteClock
  /// The saved values of the site's own services.
  let records: ServiceRecords

  /// `isHeld` is false for a node of a cluster: it reads what the store has when it gets the site.
  init(_ holdings: Holdings, isHeld: Bool, log: Log, clock: SiteClock) {
    (self.holdings, self.log, self.clock) = (holdings, log, clock)
    records = ServiceRecords(of: ServiceRecords.owner(), turns)
    if !isHeld {
      hasBegun.store(true, ordering: .releasing)
    } else if saves == nil {
      begin(.success(nil))
    } else {
      read { _ in }
    }
  }

  /// Reads what the store has of the site's services. They get these values, whatever they had before.
  func read(_ reply: @escaping StoreReply<Void>) {
    saves?.instance(of: ServiceRecords.owner()) { [weak self] saved in
      self?.begin(saved)
      reply(saved.map { _ in })
    }
  }

  /// Other nodes may have some holdings now. Of the site nothing is saved until `read`.
  func drop(_ holdings: Set<Holding>) {
    if holdings.contains(.site) { records.unload() }
    let browsers = state.withLock { state in
      let lost = state.browsers.values.compactMap(\.services).filter { holdings.contains($0.held.holding) }
      // In a cluster their sessions are not lost.
      if !state.keepsSessions { for services in lost { state.forget(services.browser) } }
      return lost
    }
    for services in browsers { services.records?.unload() }
  }

  private func begin(_ saved: Result<PersistedInstance?, PageStoreError>) {
    var end = Start.read
    switch saved {
    case .success(let kept): report(records.load(kept))
    case .failure(let error): end = .failed(error)
    }
    // First, because who finds no reading in progress asks `isRead` next.
    hasBegun.store(true, ordering: .releasing)
    let waiting = start.withLock { start in
      defer { start = end }
      if case .reading(let waiting) = start { return waiting }
      return []
    }
    for work in waiting { work() }
  }

  /// Whether the store has answered what it has of the site's services.
  var isRead: Bool { hasBegun.load(ordering: .acquiring) }

  /// Runs work when the store has answered what it has of the site's services: at once, or on a thread of the site.
  func whenRead(_ work: @escaping @Sendable () -> Void) {
    let isRead = start.withLock { start in
      guard case .reading(let waiting) = start else { return true }
      start = .reading(waiting + [work])
      return false
    }
    if isRead { work() }
  }

  /// Waits, on a thread that no client waits for, until the store has answered. Returns whether it has.
  func isRead(within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while !isRead {
      if ContinuousClock.now > end { return false }
      pause(.milliseconds(1))
    }
    return true
  }

  /// Why the saved values of the site's services could not be read; nil if they could, or if the site saves none.
  var startError: (any Error)? {
    if records.isEmpty { return nil }
    if case .failed(let error) = start.withLock({ $0 }) { return error }
    return records.stopReason.map { PageStoreError(unreadable: $0) }
  }

  func provide<Service: Sendable>(_ service: Service, as type: Service.Type, saving persisted: [SignalRecord] = []) {
    restore(persisted, in: records)
    state.withLock { state in
      state.objects[ObjectIdentifier(type)] = ("\(type)", service)
      if !persisted.isEmpty { state.persisted.insert(ObjectIdentifier(type)) }
    }
  }

  func provideToBrowsers<Service: Sendable>(
    _ type: Service.Type, persisting: (@Sendable (inout Provided<Service>) -> Void)?,
    _ make: @escaping @Sendable (BrowserServices) -> Service
  ) {
    state.withLock { state in
      state.makers[ObjectIdentifier(type)] = (
        "\(type)",
        { browser in
          let service = make(browser)
          return (service, persisting.map { Provided.records(of: service, $0) } ?? [])
        }
      )
      if persisting != nil { state.persistsForBrowsers = true }
    }
  }

  /// Keeps a session for each browser. `record` says what a store keeps of it.
  func provideSession<Value>(
    _ start: Value, _ record: @escaping @Sendable (SessionValue<Value>, _ isShared: Bool) -> SignalRecord
  ) {
    let isShared = saves?.storage.sessions != nil
    let maker: Maker = { _ in
      let session = SessionValue(start)
      return (session, [record(session, isShared)])
    }
    state.withLock { state in
      state.makers[ObjectIdentifier(SessionValue<Value>.self)] = ("\(SessionValue<Value>.self)", maker)
      state.keepsSessions = true
      if !isShared { state.persistsForBrowsers = true }
    }
  }

  /// Where the sessions are, in a cluster; nil if there are none.
  var sessions: (any SessionStorage)? { state.withLock { $0.keepsSessions } ? saves?.storage.sessions : nil }

  func noteUnread(_ browser: String) { state.withLock { _ = $0.unread.insert(browser) } }
  func takeUnread() -> Set<String> {
    state.withLock { state in
      defer { state.unread = [] }
      return state.unread
    }
  }

  /// Restores values, and saves them from now on. What cannot be read is counted, and goes to the log.
  func restore(_ persisted: [SignalRecord], in records: ServiceRecords, asCompanion isCompanion: Bool = false) {
    if saves == nil { return }
    for record in persisted { report(records.add(record, asCompanion: isCompanion)) }
  }

  func report(_ unreadable: [String: String]) {
    for (key, reason) in unreadable.sorted(by: { $0.key < $1.key }) {
      saves?.watch.unreadable.add()
      log.write(.warning, "store") {
        $0.add("detail", "A saved value of a service cannot be read, and stays in the store: \(reason).")
        $0.add("value", key)
      }
    }
  }

  var sessionCalls: SessionCalls {
    get { state.withLock { $0.sessionCalls } }
    set { state.withLock { $0.sessionCalls = newValue } }
  }

  func resolve(by resolver: some ServiceResolver & Sendable) { state.withLock { $0.resolver = resolver } }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    let (object, resolver) = state.withLock { ($0.objects[ObjectIdentifier(type)]?.object, $0.resolver) }
    return object as? Service ?? resolver?.resolve(type)
  }

  /// Whether the site has an object of a type whose values survive a restart.
  func persists(_ type: ObjectIdentifier) -> Bool { state.withLock { $0.persisted.contains(type) } }

  func maker(of type: ObjectIdentifier) -> Maker? { state.withLock { $0.makers[type]?.make } }

  /// The services of a browser, for its pages. All pages that hold them at the same time get the same ones.
  ///
  /// Fails if the store cannot read their saved values: without these, the next save would replace them.
  func browser(_ id: String) throws(HTTPError) -> Found<BrowserServices> {
    if let known = known(id), known.records?.isLoaded != false { return .here(try known.readable) }
    guard let saves = holdings[browser: id].saves, sessions != nil || persistsForBrowsers else {
      return .here(make(id, from: nil))
    }
    let values = { @Sendable [self] (reply: @escaping Found<BrowserServices>.Reply) in
      if !persistsForBrowsers { return reply(.success(make(id, from: nil))) }
      saves.instance(of: ServiceRecords.owner(id)) { [self] saved in
        reply(saved.map { make(id, from: $0) }.mapError { .unreadable($0) })
      }
    }
    guard sessions != nil else { return .asked(values) }
    return .asked { [self] reply in
      session(of: id) { found in
        if case .success = found { values(reply) } else { reply(found) }
      }
    }
  }

  private var persistsForBrowsers: Bool { state.withLock { $0.persistsForBrowsers } }

  /// The services of a browser, if they are in memory or if it was forgotten.
  func known(_ id: String) -> BrowserServices? {
    let (known, isForgotten) = state.withLock { state in
      (state.renewed[id] ?? state.recent[id] ?? state.browsers[id]?.services, state.forgotten[id] == true)
    }
    return known ?? (isForgotten ? ended(id) : nil)
  }

  /// The services of a browser of which nothing is saved, because it is new.
  func begin(_ id: String) -> BrowserServices {
    if let known = known(id) { return known }
    let made = make(id, from: nil)
    made.records?.session?.hear(SessionRow())
    return made
  }

  /// Makes the services of a browser from what is saved. If two requests read that at the same time, the first ones stay.
  private func make(_ id: String, from saved: PersistedInstance?) -> BrowserServices {
    // On one machine nobody may use them before they are loaded.
    let made = sessions == nil ? new(id) : known(id) ?? make(id)
    if let records = made.records, !made.hasEnded { report(records.loadOnce(saved)) }
    return sessions == nil ? add(made) : made
  }

  /// Makes the services of a browser. Nothing of them is loaded.
  func make(_ id: String) -> BrowserServices { add(new(id)) }

  private func new(_ id: String) -> BrowserServices {
    let session = sessionRecords(of: id)
    let persists = saves != nil && (session != nil || persistsForBrowsers)
    let records = persists ? ServiceRecords(of: ServiceRecords.owner(id), turns, session: session) : nil
    return BrowserServices(id, records, self, of: holdings[browser: id])
  }

  private func add(_ made: BrowserServices) -> BrowserServices {
    let id = made.browser
    return state.withLock { state in
      if let known = state.browsers[id]?.services { return known }
      // It was forgotten while the store was read.
      if state.forgotten[id] == true { return ended(id) }
      state.recent[id] = made
      // Search the table for released entries only now and then.
      if state.browsers.count.nonzeroBitCount <= 1 {
        state.browsers = state.browsers.filter { $0.value.services != nil }
      }
      state.browsers[id] = Weak(services: made)
      return made
    }
  }

  /// The services of a browser that was forgotten.
  private func ended(_ id: String) -> BrowserServices {
    let services = BrowserServices(id, nil, self, of: holdings[browser: id])
    services.end()
    return services
  }

  /// Tells the store that a browser is in use.
  func touch(_ services: BrowserServices) {
    guard let records = services.records, !services.hasEnded else { return }
    sessions?.touch(sessionOf: services.browser) { _ in }
    if records.isLoaded { services.held.saves?.touch(records.name) }
  }

  /// Keeps the renewed session of a browser, without a store.
  func keep(_ services: BrowserServices) {
    if saves == nil { state.withLock { $0.renewed[services.browser] = services } }
  }

  /// Forgets what a browser has here. A request that reads the store at this moment gets nothing of it.
  func forget(_ services: BrowserServices) {
    if let records = services.records { save(sessionOf: records) }
    services.end()
    state.withLock { state in
      state.forgotten[services.browser] = true
      state.forget(services.browser)
    }
  }

  /// Deletes what the store has of a browser.
  func delete(_ services: BrowserServices, _ reply: @escaping @Sendable () -> Void = {}) {
    guard let saves = services.held.saves, services.held.tenure?.term != 0 else { return reply() }
    saves.forget(browser: services.browser, reply)
  }

  /// Saves the values of services that have changed. Throws for a value that could not be read back.
  func saveChanged() throws(PersistenceError) {
    defer { for held in holdings.all { held.saves?.commit() } }
    if records.mayHaveChanged { _ = try add(records, to: holdings.site) }
    for services in used {
      if let records = services.records, records.mayHaveChanged { _ = try add(records, to: services.held) }
    }
  }

  /// Saves the values of a browser's services that have changed, and returns when they are saved.
  func save(_ services: BrowserServices) async throws {
    guard let records = services.records, records.mayHaveChanged || records.session?.underWay != nil else { return }
    let tickets = try add(records, to: services.held)
    for held in [services.held, holdings.free] { held.saves?.commit() }
    for ticket in tickets { try await ticket.saved() }
    // A page may have taken what was changed here, and save it.
    try await records.session?.underWay?.saved()
  }

  /// The services of browsers that something here uses.
  var used: [BrowserServices] { state.withLock { $0.browsers.values.compactMap(\.services) } }

  /// Puts what has changed into the queues of saves. Any node of a cluster may save a session.
  private func add(_ records: ServiceRecords, to held: Held) throws(PersistenceError) -> [SaveTicket] {
    let differences = try ServiceRecords.differences(of: [records])
    var tickets: [SaveTicket] = []
    for (saves, held) in [
      (differences.saves.filter { $0.session == nil }, held),
      (differences.saves.filter { $0.session != nil }, holdings.free),
    ] where !saves.isEmpty {
      if let ticket = held.saves?.add(saves) { tickets.append(ticket) }
    }
    differences.markSaved()
    if let refusal = differences.refusal { throw refusal }
    return tickets
  }

  var persistedTypes: [String] {
    state.withLock { state in state.persisted.compactMap { state.objects[$0]?.type } }
  }

  var browserTypes: [String] { state.withLock { $0.makers.values.map(\.type).sorted() } }

  var registered: [(type: String, place: String)] {
    state.withLock { $0.objects.values.map(\.type) }.sorted().map { ($0, "site") }
  }
}

/// The values that were used lately, about the last `capacity` to twice as many. Cost: at most two look-ups.
struct Generations<Value> {
  private var young: [String: Value] = [:]
  private var old: [String: Value] = [:]
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// The value of a key. Getting a value counts as using it.
  subscript(key: String) -> Value? {
    mutating get {
      if let value = young[key] { return value }
      guard let value = old[key] else { return nil }
      self[key] = value
      return value
    }
    set {
      old[key] = nil
      young[key] = newValue
      guard young.count >= capacity else { return }
      (old, young) = (young, [:])
    }
  }
}
