import EspalierHTTP
import EspalierLocks
import Espalier

/// The services of a site, and of each of its browsers.
final class SiteServices: ServiceResolver, Sendable {
  /// Makes a service, with its values that survive a restart.
  typealias Maker = @Sendable (BrowserServices) -> (object: any Sendable, persisted: [Persisted])

  private struct State {
    var objects: [ObjectIdentifier: (type: String, object: any Sendable)] = [:]
    var makers: [ObjectIdentifier: (type: String, make: Maker)] = [:]
    /// Whether services of browsers have values that survive a restart.
    var persistsForBrowsers = false
    var startError: (any Error)?
    var resolver: (any ServiceResolver & Sendable)?
    var browsers: [String: Weak] = [:]
    /// The browsers that requests have used lately, so that not each request reads the store.
    var recent = Generations<BrowserServices>(capacity: 1_000)
    /// Without a store: the browsers whose session was renewed. Nothing else has their sessions.
    var renewed = Generations<BrowserServices>(capacity: 50_000)
    /// The browsers that were forgotten lately. Their ids are random, so none of them comes back.
    var forgotten = Generations<Bool>(capacity: 50_000)
  }

  private struct Weak {
    weak var services: BrowserServices?
  }

  private let state = Lock(State())
  private let store: (any PageStorage)?
  private let log: Log
  let clock: SiteClock
  /// The saved values of the site's own services.
  let records: ServiceRecords

  init(store: (any PageStorage)?, log: Log, clock: SiteClock) {
    (self.store, self.log, self.clock) = (store, log, clock)
    var (kept, failure): (PersistedInstance?, (any Error)?) = (nil, nil)
    do { kept = try store?.instance(of: ServiceRecords.owner()) } catch { failure = error }
    records = ServiceRecords(of: ServiceRecords.owner(), kept: kept)
    if let failure { state.withLock { $0.startError = failure } }
  }

  /// Why the saved values of the site's services could not be read; nil if they could, or if the site saves none.
  var startError: (any Error)? { records.isEmpty ? nil : state.withLock { $0.startError } }

  func provide<Service: Sendable>(_ service: Service, as type: Service.Type, persisting: [Persisted] = []) {
    restore(persisting, in: records)
    state.withLock { $0.objects[ObjectIdentifier(type)] = ("\(type)", service) }
  }

  func provideToBrowsers<Service: Sendable>(
    _ type: Service.Type, persisting persisted: (@Sendable (Service) -> [Persisted])?,
    _ make: @escaping @Sendable (BrowserServices) -> Service
  ) {
    state.withLock { state in
      state.makers[ObjectIdentifier(type)] = (
        "\(type)",
        { browser in
          let service = make(browser)
          return (service, persisted?(service) ?? [])
        }
      )
      if persisted != nil { state.persistsForBrowsers = true }
    }
  }

  /// Restores values, and saves them from now on. A value that cannot be read goes to the log; the service keeps the
  /// value with which it begins.
  func restore(_ persisted: [Persisted], in records: ServiceRecords, asCompanion isCompanion: Bool = false) {
    if store == nil { return }
    for value in persisted {
      do {
        try records.add(value.record, asCompanion: isCompanion)
      } catch {
        log.write(.warning, "store") {
          $0.add("detail", "A saved value cannot be read, and the service begins without it: \(error.reason).")
          $0.add("value", value.record.name)
        }
      }
    }
  }

  func resolve(by resolver: some ServiceResolver & Sendable) { state.withLock { $0.resolver = resolver } }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    let (object, resolver) = state.withLock { ($0.objects[ObjectIdentifier(type)]?.object, $0.resolver) }
    return object as? Service ?? resolver?.resolve(type)
  }

  func maker(of type: ObjectIdentifier) -> Maker? { state.withLock { $0.makers[type]?.make } }

  /// The services of a browser. All pages that hold them at the same time get the same ones.
  ///
  /// Throws if the store cannot read their saved values: without these, the next save would replace them.
  func browser(_ id: String) throws -> BrowserServices {
    let (known, isForgotten, persists) = state.withLock { state in
      (
        state.renewed[id] ?? state.recent[id] ?? state.browsers[id]?.services, state.forgotten[id] == true,
        state.persistsForBrowsers
      )
    }
    if let known { return known }
    if isForgotten { return ended(id) }
    // Read outside the lock. If two pages read at the same time, the first object stays.
    let owner = ServiceRecords.owner(id)
    let records = persists && store != nil ? ServiceRecords(of: owner, kept: try store?.instance(of: owner)) : nil
    let made = BrowserServices(id, records, self)
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

  /// Whether the services of a browser are in memory.
  func knows(_ browser: String) -> Bool {
    state.withLock { $0.recent[browser] != nil || $0.browsers[browser]?.services != nil }
  }

  /// The services of a browser that was forgotten.
  private func ended(_ id: String) -> BrowserServices {
    let services = BrowserServices(id, nil, self)
    services.end()
    return services
  }

  /// Tells the store that a browser is in use.
  func touch(_ services: BrowserServices) throws {
    if let name = services.records?.name, !services.hasEnded { try store?.touch(name) }
  }

  /// Keeps the renewed session of a browser, without a store.
  func keep(_ services: BrowserServices) {
    if store == nil { state.withLock { $0.renewed[services.browser] = services } }
  }

  /// Forgets what a browser has here. A request that reads the store at this moment gets nothing of it.
  func forget(_ services: BrowserServices) {
    services.end()
    state.withLock { state in
      state.forgotten[services.browser] = true
      (state.recent[services.browser], state.renewed[services.browser]) = (nil, nil)
      state.browsers[services.browser] = nil
    }
  }

  /// Deletes what the store has of a browser.
  func delete(_ services: BrowserServices) throws { try store?.forget(browser: services.browser) }

  /// Saves the values of services that have changed, each owner's in a transaction of its own. Returns whether there were
  /// any.
  func saveChanged() throws -> Bool {
    guard let store else { return false }
    let browsers = state.withLock { $0.browsers.values.compactMap(\.services?.records) }
    var hasSaved = false
    for records in [records] + browsers where records.mayHaveChanged {
      try ServiceRecords.save([records]) { saves in
        guard !saves.isEmpty else { return }
        try store.save(saves)
        hasSaved = true
      }
    }
    return hasSaved
  }

  /// Saves the values of a browser's services that have changed.
  func save(_ services: BrowserServices) throws {
    guard let store, let records = services.records, records.mayHaveChanged else { return }
    try ServiceRecords.save([records]) { if !$0.isEmpty { try store.save($0) } }
  }

  var browserTypes: [String] { state.withLock { $0.makers.values.map(\.type).sorted() } }

  var registered: [(type: String, place: String)] {
    let (types, resolver) = state.withLock { ($0.objects.values.map(\.type).sorted(), $0.resolver) }
    return types.map { ($0, "site") } + (resolver?.registered ?? [])
  }
}
