import EspalierLocks
import Espalier

/// The parent of all page instances: pages, templates, files, and what all pages share.
///
/// ```swift
/// await Site { Page("/posts", title: "Posts") { PostList() } }.run(port: 8080)
/// ```
///
/// An event that no page stops reaches the site's handlers; what the site shares reaches every page.
public final class Site: Sendable {
  let pages: [Page]
  let files: StaticFiles
  let limits: PageLimits
  let uptime: Uptime
  let instances: InstanceTable
  let log: Log
  let store: (any PageStore)?
  /// Why there is no store, though there should be one.
  let storeError: SiteError?
  let templates: SiteTemplates
  let workers = Workers()
  let services = SiteServices()
  let metrics: Metrics
  let access: SiteAccess
  let hosts: HostNames
  let eventRate: RateLimit
  let addressRate: RateLimit
  let instanceRate: RateLimit
  let streamsOfBrowsers: Census
  let closedPages = ClosedPages()
  let cookieRenewals = CookieRenewals()
  /// What goes wrong on purpose; nil unless the site is in development.
  public let faults: FaultLab?
  /// Where the server is in its life.
  let stage = Lock(ServerStage.serving)
  /// Checks the store while the site serves.
  let storeTask = Lock<Task<Void, Never>?>(nil)
  let handlers = Lock<[EventDescriptor: [@Sendable (AnyEvent) -> Void]]>([:])
  private let byPath: [String: Page]
  private let byEvents: [String: Page]
  private let byPatches: [String: Page]

  /// A site of these pages. Nothing is checked yet; `check()` and `serve` do that, and say there that a store cannot be opened.
  ///
  /// `templates` is the folder with the `.html` templates and `files` the one with the static files, as seen from the folder in which the
  /// program was started; either may be missing. `styles` are the paths of style sheets, as in `/site.css`, for pages without a template
  /// and for those that say what went wrong. In development a changed template is taken up when a page is read again, there are `faults`, and `PAGE/tree` draws the tree
  /// of each page. `store` keeps what nodes `persist` over restarts. `metrics` says who may read `/metrics`, and `faults` who may set faults at `/faults`,
  /// which is there in development only. `hosts` are the names under which the site may be asked; none means any. `proxies` are the
  /// addresses and networks of proxies that are believed when they say for whom they ask. By `clock` instances expire and pushes wait.
  public init(
    templates: String = "Templates", files: String = "Public", isDevelopment: Bool = false,
    styles: [String] = [], limits: PageLimits = PageLimits(), store: @autoclosure () throws -> (any PageStore)? = nil,
    metrics: Exposure = .off, faults: Exposure = .off, hosts: [String] = [], proxies: [String] = [], log: Log = Log(),
    clock: some Clock<Duration> = ContinuousClock(),
    @PageBuilder pages: () -> [Page]
  ) {
    let pages = pages()
    let taken = Set(pages.map(\.path))
    self.pages = isDevelopment ? pages + pages.map(\.picture).filter { !taken.contains($0.path) } : pages
    self.limits = limits
    let opened = Result { try store() }
    self.store = try? opened.get()
    storeError =
      if case .failure(let error) = opened { SiteError(.store, "the store cannot be opened: \(error)") } else { nil }
    self.log = log
    let counts = Metrics(pages: self.pages, store: self.store)
    self.metrics = counts
    access = SiteAccess(metrics: metrics, faults: faults, proxies: proxies)
    self.hosts = HostNames(names: hosts)
    eventRate = RateLimit(perSecond: limits.eventsPerSecond, burst: limits.eventBurst)
    addressRate = RateLimit(perSecond: limits.eventsPerAddress, burst: limits.eventsPerAddress)
    instanceRate = RateLimit(perSecond: limits.instancesPerSecond, burst: limits.instanceBurst)
    streamsOfBrowsers = Census(limit: limits.streamsPerBrowser)
    self.files = StaticFiles(
      folders: [files], memory: [:], sizeLimit: limits.file,
      tooLarge: { counts.rejections.add(to: .file) })
    self.faults = isDevelopment ? FaultLab() : nil
    self.templates = SiteTemplates(
      folder: templates, styles: styles, isDevelopment: isDevelopment,
      hasFaults: isDevelopment && access[.faults].isOnSite,
      client: isDevelopment ? .inDevelopment(files: files) : .builtIn)
    uptime = Uptime(clock)
    instances = InstanceTable(limits, uptime: uptime)
    byPath = Self.index(self.pages, by: \.path)
    byEvents = Self.index(self.pages, by: \.events)
    byPatches = Self.index(self.pages, by: \.patches)
  }

  private static func index(_ pages: [Page], by path: (Page) -> String) -> [String: Page] {
    Dictionary(pages.map { (path($0), $0) }) { first, _ in first }
  }

  func page(at path: String) -> Page? { byPath[path].flatMap { Self.isSpelled(path, $0.path) ? $0 : nil } }
  func page(ofEvents path: String) -> Page? { byEvents[path].flatMap { Self.isSpelled(path, $0.events) ? $0 : nil } }
  func page(ofPatches path: String) -> Page? { byPatches[path].flatMap { Self.isSpelled(path, $0.patches) ? $0 : nil } }

  /// Whether two equal paths have the same bytes: Swift compares texts by what they mean (Unicode's canonical equivalence), a proxy by bytes.
  private static func isSpelled(_ path: String, _ own: String) -> Bool { path.utf8.elementsEqual(own.utf8) }

  /// What stands around the page's list, from the templates as they are now.
  func shell(of page: Page, _ view: PageView) throws(HTTPError) -> PageShell {
    do {
      try refreshTemplates()
      return try templates.shell(of: page, view, navigation: pages.filter(\.isListed))
    } catch {
      throw HTTPError(.internalError, "\(error)")
    }
  }

  /// Takes up templates that changed, in every page.
  func refreshTemplates() throws(SiteError) {
    guard try templates.refresh() else { return }
    let library = templates.library
    // Entered, not submitted: the page that is being read must show them already.
    for instance in instances.all {
      instance.enter { $0.use(library, regions: library.regions(of: $0.page)) }
    }
  }
}
