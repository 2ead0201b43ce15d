public import EspalierServer
import Espalier

/// All demos as one site.
public enum DemoSite {
  /// Makes the site of the demos. `templates`, `files` and `sources` are folders; each demo shows its source code.
  /// `store` stores the state of pages across restarts. `pace` divides the simulated waits of the demos. `prefix` is the path
  /// below which a proxy serves the site. `tables` is the database of the demos that have one.
  ///
  /// Throws `MissingFolder` if one of the folders does not exist.
  public static func make(
    templates: String = "Templates", files: String = "Public", sources: String = "Sources/EspalierDemos",
    isDevelopment: Bool = false, limits: Limits = Limits(), store: PageStore? = nil, metrics: Exposure = .off,
    hosts: [String] = [], proxies: [String] = [], tools: [SiteTool] = [],
    pace: Double = 1, prefix: String = "", tables: DemoTables = DemoTables(), log: Log = Log()
  ) throws(MissingFolder) -> Site {
    for path in [templates, files] + Demo.all.map({ "\(sources)/\($0.folder)" }) {
      guard SourceFolder(path: path).exists else { throw MissingFolder(path: path) }
    }
    // Search engines and previews need whole addresses. A site that names no host is not public.
    let origin = hosts.first.map { "https://\($0)\(prefix)" } ?? ""
    let code = Demo.all.map { SourceFolder(path: "\(sources)/\($0.folder)").files() }
    let services = DemoServices(pace: pace, tables)
    let site = Site(
      templates: templates, files: files, isDevelopment: isDevelopment, styles: ["/site.css"], limits: limits,
      store: store, metrics: metrics, hosts: hosts, proxies: proxies, log: log, tools: tools, prefix: prefix
    ) {
      Page("/", title: FrontPage.title, template: "front", values: FrontPage.values(origin, sources: sources)) {
        DemoIndex()
      }
      DocumentationPage.page(origin)
      for framework in Framework.all { framework.page(origin) }
      for (demo, code) in zip(Demo.all, code) {
        demo.pages(services, demo.values(origin, code))
      }
      Route(.get, PhotoURL.self) { _, url in try services.photos.response(url.name) }
      Route(.get, PortraitURL.self) { _, url in try await services.people.response(url) }
    }
    site.provide(services.photos)
    site.share(pace, to: Demo.pace)
    site.provide(services.plants)
    site.provide(services.stock)
    site.provide(services.chat)
    site.on(WateringList.changed) { [weak site] in site?.share($0, to: WateringList.progress) }
    site.on(WateringReport.begin) { [weak site] in site?.share($0, to: WateringList.day) }
    return site
  }
}

/// The objects that all pages of the demos share.
struct DemoServices: Sendable {
  let plants = HousePlants()
  let seeds = SeedLibrary()
  let photos = Photos()
  let chat = ChatRoom()
  let stock: Stock
  let tables: DemoTables
  var people: AddressBook { AddressBook(tables: tables) }

  init(pace: Double, _ tables: DemoTables) {
    stock = Stock(every: .seconds(1) / pace)
    self.tables = tables
  }
}

/// A folder that the demos need does not exist.
public struct MissingFolder: Error, CustomStringConvertible {
  /// The path of the folder.
  public let path: String
  /// Says which folder is missing, and what to do.
  public var description: String {
    "there is no folder \(path); run from the project's root, or set the folder by an option (see --help)"
  }
}
