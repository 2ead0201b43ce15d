// Routes take requests and answers, so who imports this module needs no second one.
@_exported public import EspalierHTTP
import EspalierLocks
public import Espalier

/// The parent of all page instances: pages, templates, files, and what all pages share.
///
/// ```swift
/// await Site { Page("/posts", title: "Posts") { PostList() } }.run(port: 8080)
/// ```
///
/// An event that no page stops reaches the site's handlers. A value that the site shares reaches every page.
public final class Site: Sendable {
  package let core: SiteCore
  let router: Router

  /// A site of these pages. This checks nothing; `check()` and `run` check the site, and report a store that cannot be
  /// opened.
  ///
  /// `templates` is the folder with the `.html` templates and `files` the folder with the static files, relative to the
  /// folder in which the program was started. Either may be missing. `styles` are the paths of style sheets, for
  /// example `/site.css`, for pages without a template and for error pages. `languages` are the languages of the
  /// library's texts; the first is that of shared pages and of viewers who prefer no other one. In development,
  /// reading a page applies changed templates, and the log warns of events that no handler answers. `store` saves the
  /// values that nodes `persist`, so that they survive restarts. `metrics` says who may read `/metrics`. `openAPI` says
  /// who may read `/openapi.json`, which describes the site's pages, events and routes for programs (OpenAPI 3.1).
  /// `hosts` are the host names to which the site answers; an empty list accepts any. `proxies` are the addresses and
  /// networks of trusted proxies:
  /// the site believes what they report about their clients. `clock` times the expiry of instances and the waiting of
  /// pushes. `tools` are for development, for example `.inspector()` of EspalierInspector. `prefix` is the path below which
  /// a proxy serves the site, for example `/app`, if other sites have the rest of the host: everywhere else the paths of
  /// the site stay without it, and the server takes it off requests and adds it to the URLs that it writes.
  public init(
    templates: String = "Templates", files: String = "Public", isDevelopment: Bool = false,
    styles: [String] = [], languages: [Language] = [.english], limits: Limits = Limits(),
    store: @autoclosure () throws -> PageStore? = nil, metrics: Exposure = .off, openAPI: Exposure = .everyone,
    hosts: [String] = [], proxies: [String] = [], log: Log = Log(),
    clock: some Clock<Duration> = ContinuousClock(), tools: [SiteTool] = [], prefix: String = "",
    @SiteBuilder parts: () -> [any SitePart]
  ) {
    let parts = SiteParts(parts())
    let declared = parts.pages
    let paths = tools.flatMap(\.paths)
    let values = tools.reduce(into: JSONObject()) { all, tool in
      for member in tool.values.members { all[member.name] = member.value }
    }
    core = SiteCore(
      declared + tools.flatMap { $0.pages(declared) }, parts, templates: templates, files: [files],
      memory: tools.reduce(into: [:]) { $0.merge(StaticFile.byPath($1.files)) { $1 } },
      client: isDevelopment ? .inDevelopment(files: files) : .builtIn, values: values,
      isDevelopment: isDevelopment, styles: styles, languages: SiteLanguages(languages), limits: limits,
      store: Result { try store() }, prefix: Result { () throws(URLPrefix.Invalid) in try URLPrefix(prefix) },
      access: SiteAccess(
        metrics: metrics, openAPI: openAPI, tools: paths.map { ($0.path, $0.exposure) }, proxies: proxies),
      hosts: hosts, log: log, clock: clock, observer: tools.lazy.compactMap(\.observer).first)
    router = Router(site: core, tools: paths, filter: tools.lazy.compactMap(\.filter).first)
    if let node = core.node {
      do { try node.join(router, after: core.readCrashes) } catch { core.joinError.withLock { $0 = error } }
    }
  }
}

extension Site {
  /// Handles an event of any page, after all containers of that page, unless one of them stopped it.
  ///
  /// The handler runs in the lane of the page that the event came from, so handlers of two pages may run at the same
  /// time.
  @discardableResult
  public func on<Payload>(_ event: Event<Payload>, _ handler: @escaping @Sendable (Payload) -> Void) -> Self {
    core.handlers.withLock { handlers in
      handlers[event.name, default: []].append { sent in
        if let payload = sent.payload(of: event) { handler(payload) }
      }
    }
    return self
  }

  /// Chooses the language for the sender of a request, before `Accept-Language` does. The result is a language tag; with
  /// nil, or with a tag for which the site has no language, `Accept-Language` chooses.
  ///
  /// ```swift
  /// site.chooseLanguage { request in request.session(Reader.self)?.value.language }
  /// ```
  ///
  /// It is called for each load of a page that is not shared, so it should take microseconds.
  @discardableResult
  public func chooseLanguage(_ tag: @escaping @Sendable (Request) -> String?) -> Self {
    core.surroundings.languages.choose(by: tag)
    return self
  }

  /// Reads all metrics of the site and its servers, for a backend of one's own. `/metrics` shows the same.
  ///
  /// ```swift
  /// for metric in site.metrics() { backend.send(metric.name, metric.labels, metric.value) }
  /// ```
  ///
  /// Any thread may call it. Cost: some hundred numbers, and one short lock for each open stream.
  public func metrics() -> [Metric] { core.metrics.collected.metrics }

  /// Calls every node of a type in every open page. Each call runs in its page's lane, and its changes are pushed. A
  /// page that is made later is not called.
  ///
  /// ```swift
  /// site.notify((any PriceListener).self) { $0.pricesChanged() }
  /// ```
  ///
  /// Returns at once. Two notifications reach each page in the order in which they were posted. See `Node.notify` for
  /// the order inside a page. If several servers are one site, only pages at this server are called. Cost: one look at each
  /// node of each page.
  public func notify<Listener>(_ type: Listener.Type, _ call: @escaping @Sendable (Listener) -> Void) {
    for instance in core.instances.all {
      instance.submit { instance in instance.change { $0.notify(Listener.self, call) } }
    }
  }

  /// Shares a value with every page instance, present and future. Each gets it in its own lane. If several threads
  /// share at the same time, all instances end with the same, last value.
  ///
  /// If several servers are one site, all of them get a `Codable` value, also those that start later. They know it by its label,
  /// so the site shares one kind of data under a label. Any other value stays at this server, and the log says so.
  public func share<Value>(_ value: Value, to data: SharedData<Value>) {
    core.instances.share(data.name) { $0.share(value, to: data) }
    core.shareElsewhere(value, data)
  }

  /// Provides an object to all pages, by its type or by a protocol that it conforms to. Many lanes use it at the same
  /// time, so it is an actor, or a class or struct that is `Sendable`.
  ///
  /// ```swift
  /// site.provide(Prices())
  /// ```
  ///
  /// `persisting` names the signals of the service whose values survive a restart of the server. They get their saved
  /// values at once. An event is acknowledged after the values that it changed are saved; other changes are saved within a
  /// second. Without a store, nothing is saved.
  ///
  /// ```swift
  /// site.provide(Board()) { $0.persist(\.cards, as: "cards") }
  /// ```
  @discardableResult
  public func provide<Service: Sendable>(
    _ service: Service, as type: Service.Type = Service.self,
    persisting: (inout Provided<Service>) -> Void = { _ in }
  ) -> Self {
    core.services.provide(service, as: type, saving: Provided.records(of: service, persisting))
    return self
  }

  /// Provides an object to the pages of each browser, one for all of them. It is made when a page first asks for it,
  /// and kept as long as one of the browser's pages exists. Pages that all browsers share do not find it.
  ///
  /// `persisting` names the signals whose values survive a restart of the server and the end of the last page, as for
  /// `provide`.
  @discardableResult
  public func provideToEachBrowser<Service: Sendable>(
    _ type: Service.Type = Service.self, persisting: (@Sendable (inout Provided<Service>) -> Void)? = nil,
    _ make: @escaping @Sendable () -> Service
  ) -> Self {
    core.services.provideToBrowsers(type, persisting: persisting) { _ in make() }
    return self
  }

  /// Asks a dependency container for services that nobody provides.
  @discardableResult
  public func resolveServices(by resolver: some ServiceResolver & Sendable) -> Self {
    core.services.resolve(by: resolver)
    return self
  }
}
