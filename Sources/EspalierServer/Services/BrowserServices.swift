import EspalierHTTP
import EspalierLocks

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
