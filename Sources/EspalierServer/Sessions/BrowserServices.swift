import Espalier
import EspalierHTTP
import EspalierLocks

/// The objects that the pages of one browser share, among them its sessions. Each is made when a page first asks for it.
final class BrowserServices: Sendable {
  let browser: String
  let secret: BrowserSecret
  /// The saved values of the objects; nil if the site saves none.
  let records: ServiceRecords?
  let held: Held
  private let objects = Lock<[ObjectIdentifier: any Sendable]>([:])
  /// Held while objects are made, so that each is made once, and is restored before a page gets it.
  private let making = Lock(())
  /// Whether the browser was forgotten.
  private let ended = Lock(false)

  init(_ browser: String, _ records: ServiceRecords?, _ site: SiteServices, of held: Held) {
    self.browser = browser
    self.records = records
    self.held = held
    secret = BrowserSecret(site.clock)
    let isShared = records?.session != nil
    site.restore([secret.recordOfRenewal(isShared: isShared)], of: self, isSession: true)
    site.restore([secret.record(isShared: isShared)], of: self, isSession: true, asCompanion: true)
    secret.onRenewal { [weak self, weak site] in if let self, isSettled { site?.sessionCalls.renewed(self) } }
  }

  /// Whether it is known what the store has of the session. What changes then is news.
  private var isSettled: Bool { records.map { $0.session?.isSettled ?? $0.isLoaded } ?? true }

  /// These services, if the store could read what it has of them.
  var readable: BrowserServices {
    get throws(HTTPError) {
      if let reason = records?.stopReason { throw .unreadable(PageStoreError(unreadable: reason)) }
      return self
    }
  }

  var hasEnded: Bool { ended.withLock { $0 } }

  /// Notes that the browser was forgotten. Nothing of it is saved any more.
  func end() {
    ended.withLock { $0 = true }
    records?.end()
  }

  func resolve<Service>(_ type: Service.Type, _ site: SiteServices) -> Service? {
    known(type) ?? making.withLock { _ in make(type, site) }
  }

  private func known<Service>(_ type: Service.Type) -> Service? {
    objects.withLock { $0[ObjectIdentifier(type)] } as? Service
  }

  /// Makes an object, and those that it needs. Only while `making` is held.
  func make<Service>(_ type: Service.Type, _ site: SiteServices) -> Service? {
    if let known = known(type) { return known }
    guard let maker = site.maker(of: ObjectIdentifier(type)) else { return nil }
    let (object, persisted) = maker(self)
    site.restore(persisted, of: self, isSession: object is any SessionContent)
    objects.withLock { $0[ObjectIdentifier(type)] = object }
    (object as? any SessionContent)?.onChange { [browser, weak site] in site?.sessionCalls.changed(browser) }
    return object as? Service
  }
}

/// The services of a page, its browser and the site, as the nodes of one page instance find them.
struct PageServices: ListedServices {
  /// Made for this instance alone, in its lane.
  let own: [any OwnService]
  let site: SiteServices
  /// Keeps the objects that all pages of the browser share, as long as one of the pages exists.
  let browser: BrowserServices?
  /// Whether the page may be at another node than the site. Then it finds no service of the site that is saved, because only
  /// the node that has the site has its values.
  private let isOnAnyNode: Bool

  init(of page: Page, site: SiteServices, browser: BrowserServices?) {
    own = page.services.map { $0() }
    self.site = site
    self.browser = browser
    isOnAnyNode = page.isOnAnyNode
  }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    for service in own {
      if let service = (service as? Own<Service>)?.object { return service }
    }
    if let service = browser?.resolve(type, site) { return service }
    return isOnAnyNode && site.persists(ObjectIdentifier(type)) ? nil : site.resolve(type)
  }

  var registered: [(type: String, place: String)] {
    let others = site.registered.map { type, place in
      isOnAnyNode && site.persistedTypes.contains(type)
        ? (type, "\(place), but its values are saved, so pages with .onAnyNode() do not find it") : (type, place)
    }
    return own.map { ($0.type, "page") } + (browser == nil ? [] : site.browserTypes.map { ($0, "browser") }) + others
  }
}
