import EspalierHTTP
import EspalierLocks
import Espalier

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

  /// The services of a browser. All pages that hold them at the same time get the same ones.
  func browser(_ id: String) -> BrowserServices {
    state.withLock { state in
      if let known = state.browsers[id]?.services { return known }
      let made = BrowserServices()
      // Search the table for released entries only now and then.
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
