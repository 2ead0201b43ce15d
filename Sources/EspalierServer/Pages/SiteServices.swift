public import Espalier

/// The services of a site, and of each of its browsers.
final class SiteServices: ServiceResolver, Sendable {
  private struct State {
    var objects: [ObjectIdentifier: (type: String, object: any Sendable)] = [:]
    var makers: [ObjectIdentifier: (type: String, make: @Sendable () -> any Sendable)] = [:]
    var resolver: (any ServiceResolver & Sendable)?
    var browsers: [String: Weak] = [:]
  }

  private struct Weak {
    weak var services: BrowserServices?
  }

  private let state = Lock(State())

  func provide<Service: Sendable>(_ service: Service, as type: Service.Type) {
    state.withLock { $0.objects[ObjectIdentifier(type)] = ("\(type)", service) }
  }

  func provideToBrowsers<Service: Sendable>(_ type: Service.Type, _ make: @escaping @Sendable () -> Service) {
    state.withLock { $0.makers[ObjectIdentifier(type)] = ("\(type)", make) }
  }

  func resolve(by resolver: some ServiceResolver & Sendable) { state.withLock { $0.resolver = resolver } }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    let (object, resolver) = state.withLock { ($0.objects[ObjectIdentifier(type)]?.object, $0.resolver) }
    return object as? Service ?? resolver?.resolve(type)
  }

  func maker(of type: ObjectIdentifier) -> (@Sendable () -> any Sendable)? { state.withLock { $0.makers[type]?.make } }

  /// The services of a browser, the same ones for all who hold them at a time.
  func browser(_ id: String) -> BrowserServices {
    state.withLock { state in
      if let known = state.browsers[id]?.services { return known }
      let made = BrowserServices()
      // A table that is to be searched for what is gone only now and then.
      if state.browsers.count.nonzeroBitCount <= 1 {
        state.browsers = state.browsers.filter { $0.value.services != nil }
      }
      state.browsers[id] = Weak(services: made)
      return made
    }
  }

  var browserTypes: [String] { state.withLock { $0.makers.values.map(\.type).sorted() } }

  var registered: [(type: String, place: String)] {
    let (types, resolver) = state.withLock { ($0.objects.values.map(\.type).sorted(), $0.resolver) }
    return types.map { ($0, "site") } + (resolver?.registered ?? [])
  }
}

/// What the pages of one browser share, each object made when it is first asked for.
final class BrowserServices: Sendable {
  private let objects = Lock<[ObjectIdentifier: any Sendable]>([:])

  func resolve<Service>(_ type: Service.Type, _ site: SiteServices) -> Service? {
    let id = ObjectIdentifier(type)
    if let known = objects.withLock({ $0[id] }) { return known as? Service }
    guard let made = site.maker(of: id)?() else { return nil }
    // Two pages may ask at once: the first one's stays.
    return objects.withLock { objects in
      let kept = objects[id] ?? made
      objects[id] = kept
      return kept as? Service
    }
  }
}

extension Site {
  /// Provides an object to all pages, by its type or by a protocol that it conforms to. It is used from many lanes at once,
  /// so it is an actor, or a class or struct that is `Sendable`.
  ///
  /// ```swift
  /// site.provide(Prices())
  /// ```
  @discardableResult
  public func provide<Service: Sendable>(_ service: Service, as type: Service.Type = Service.self) -> Self {
    services.provide(service, as: type)
    return self
  }

  /// Provides an object to the pages of each browser, one for all of them: made when a page first asks for it, and kept as
  /// long as one of the browser's pages is. Pages that all browsers share do not find it.
  @discardableResult
  public func provideToEachBrowser<Service: Sendable>(
    _ type: Service.Type = Service.self, _ make: @escaping @Sendable () -> Service
  ) -> Self {
    services.provideToBrowsers(type, make)
    return self
  }

  /// Asks a dependency container for what nobody provides.
  @discardableResult
  public func resolveServices(by resolver: some ServiceResolver & Sendable) -> Self {
    services.resolve(by: resolver)
    return self
  }
}
