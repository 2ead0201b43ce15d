import EspalierHTTP
import EspalierLocks
import Espalier

/// The services of a site, and of each of its browsers.
final class SiteServices: ServiceResolver, Sendable {
  /// Makes a service, with its values that survive a restart.
  typealias Maker = @Sendable () -> (object: any Sendable, persisted: [Persisted])

  private struct State {
    var objects: [ObjectIdentifier: (type: String, object: any Sendable)] = [:]
    var makers: [ObjectIdentifier: (type: String, make: Maker)] = [:]
    /// Whether services of browsers have values that survive a restart.
    var persistsForBrowsers = false
    var startError: (any Error)?
    var resolver: (any ServiceResolver & Sendable)?
    var browsers: [String: Weak] = [:]
  }

  private struct Weak {
    weak var services: BrowserServices?
  }

  private let state = Lock(State())
  private let store: (any PageStorage)?
  private let log: Log
  /// The saved values of the site's own services.
  let records: ServiceRecords

  init(store: (any PageStorage)?, log: Log) {
    self.store = store
    self.log = log
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
    _ make: @escaping @Sendable () -> Service
  ) {
    state.withLock { state in
      state.makers[ObjectIdentifier(type)] = (
        "\(type)",
        {
          let service = make()
          return (service, persisted?(service) ?? [])
        }
      )
      if persisted != nil { state.persistsForBrowsers = true }
    }
  }

  /// Restores values, and saves them from now on. A value that cannot be read goes to the log; the service keeps the
  /// value with which it begins.
  func restore(_ persisted: [Persisted], in records: ServiceRecords) {
    if store == nil { return }
    for value in persisted {
      do {
        try records.add(value.record)
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
    let (known, persists) = state.withLock { ($0.browsers[id]?.services, $0.persistsForBrowsers) }
    if let known { return known }
    // Read outside the lock. If two pages read at the same time, the first object stays.
    let owner = ServiceRecords.owner(id)
    let records = persists && store != nil ? ServiceRecords(of: owner, kept: try store?.instance(of: owner)) : nil
    return state.withLock { state in
      if let known = state.browsers[id]?.services { return known }
      let made = BrowserServices(records)
      // Search the table for released entries only now and then.
      if state.browsers.count.nonzeroBitCount <= 1 {
        state.browsers = state.browsers.filter { $0.value.services != nil }
      }
      state.browsers[id] = Weak(services: made)
      return made
    }
  }

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

  var browserTypes: [String] { state.withLock { $0.makers.values.map(\.type).sorted() } }

  var registered: [(type: String, place: String)] {
    let (types, resolver) = state.withLock { ($0.objects.values.map(\.type).sorted(), $0.resolver) }
    return types.map { ($0, "site") } + (resolver?.registered ?? [])
  }
}
