import Espalier
import EspalierHTTP
import EspalierLocks

/// The objects that the pages of one browser share. Each is made when a page first asks for it.
final class BrowserServices: Sendable {
  private let objects = Lock<[ObjectIdentifier: any Sendable]>([:])
  /// Held while an object is made, so that each is made once, and is restored before a page gets it.
  private let making = Lock(())
  /// The saved values of the objects; nil if the site saves none.
  let records: ServiceRecords?

  init(_ records: ServiceRecords?) { self.records = records }

  func resolve<Service>(_ type: Service.Type, _ site: SiteServices) -> Service? {
    let id = ObjectIdentifier(type)
    if let known = objects.withLock({ $0[id] }) { return known as? Service }
    guard let maker = site.maker(of: id) else { return nil }
    return making.withLock { _ in
      if let known = objects.withLock({ $0[id] }) { return known as? Service }
      let (object, persisted) = maker()
      if let records { site.restore(persisted, in: records) }
      objects.withLock { $0[id] = object }
      return object as? Service
    }
  }
}
