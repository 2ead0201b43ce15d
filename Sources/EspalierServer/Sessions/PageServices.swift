import EspalierHTTP
import Espalier

/// The services of a page, its browser and the site, as the nodes of one page instance find them.
struct PageServices: ServiceResolver {
  /// Made for this instance alone, in its lane.
  let own: [any OwnService]
  let site: SiteServices
  /// Keeps the objects that all pages of the browser share, as long as one of the pages exists.
  let browser: BrowserServices?

  init(_ own: [any OwnService], site: SiteServices, browser: BrowserServices?) {
    self.own = own
    self.site = site
    self.browser = browser
  }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    for service in own {
      if let service = (service as? Own<Service>)?.object { return service }
    }
    return browser?.resolve(type, site) ?? site.resolve(type)
  }

  var registered: [(type: String, place: String)] {
    own.map { ($0.type, "page") } + (browser == nil ? [] : site.browserTypes.map { ($0, "browser") }) + site.registered
  }
}
