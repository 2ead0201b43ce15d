import EspalierHTTP
import EspalierLocks

/// The objects that the pages of one browser share. Each is made when a page first asks for it.
final class BrowserServices: Sendable {
  private let objects = Lock<[ObjectIdentifier: any Sendable]>([:])

  func resolve<Service>(_ type: Service.Type, _ site: SiteServices) -> Service? {
    let id = ObjectIdentifier(type)
    if let known = objects.withLock({ $0[id] }) { return known as? Service }
    guard let made = site.maker(of: id)?() else { return nil }
    // Two pages may ask at the same time. The first object stays.
    return objects.withLock { objects in
      let kept = objects[id] ?? made
      objects[id] = kept
      return kept as? Service
    }
  }
}
