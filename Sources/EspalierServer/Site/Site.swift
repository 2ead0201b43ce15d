public import EspalierHTTP
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
      store: Result { try store()?.storage }, prefix: Result { () throws(URLPrefix.Invalid) in try URLPrefix(prefix) },
      access: SiteAccess(
        metrics: metrics, openAPI: openAPI, tools: paths.map { ($0.path, $0.exposure) }, proxies: proxies),
      hosts: hosts, log: log, clock: clock, observer: tools.lazy.compactMap(\.observer).first)
    router = Router(site: core, tools: paths, filter: tools.lazy.compactMap(\.filter).first)
  }
}
