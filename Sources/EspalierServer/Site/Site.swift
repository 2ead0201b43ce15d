public import EspalierHTTP
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
  package let core: SiteCore
  let router: Router

  /// A site of these pages. Nothing is checked yet; `check()` and `run` do that, and report if a store cannot be opened.
  ///
  /// `templates` is the folder with the `.html` templates and `files` the one with the static files, as seen from the folder in which the
  /// program was started; either may be missing. `styles` are the paths of style sheets, as in `/site.css`, for pages without a template
  /// and for those that say what went wrong. In development a changed template is taken up when a page is read again, and the log warns of
  /// events that nobody answers. `store` keeps what nodes `persist` over restarts. `metrics` says who may read `/metrics`. `hosts` are the
  /// names under which the site may be asked; none means any. `proxies` are the addresses and networks of proxies that are believed when
  /// they say for whom they ask. By `clock` instances expire and pushes wait. `tools` are for development, as the `Inspector` of
  /// EspalierInspector is.
  public init(
    templates: String = "Templates", files: String = "Public", isDevelopment: Bool = false,
    styles: [String] = [], limits: Limits = Limits(), store: @autoclosure () throws -> PageStore? = nil,
    metrics: Exposure = .off, hosts: [String] = [], proxies: [String] = [], log: Log = Log(),
    clock: some Clock<Duration> = ContinuousClock(), tools: [any SiteTool] = [],
    @PageBuilder pages: () -> [Page]
  ) {
    let declared = pages()
    let tools = tools.map(\.parts)
    let paths = tools.flatMap(\.paths)
    let values = tools.reduce(into: JSONObject()) { all, tool in
      for member in tool.values.members { all[member.name] = member.value }
    }
    core = SiteCore(
      declared + tools.flatMap { $0.pages(declared) }, templates: templates, files: [files],
      memory: tools.reduce(into: [:]) { $0.merge(StaticFile.byPath($1.files)) { $1 } },
      client: isDevelopment ? .inDevelopment(files: files) : .builtIn, values: values,
      isDevelopment: isDevelopment, styles: styles, limits: limits, store: Result { try store()?.storage },
      access: SiteAccess(metrics: metrics, tools: paths.map { ($0.path, $0.exposure) }, proxies: proxies),
      hosts: hosts, log: log, clock: clock, observer: tools.lazy.compactMap(\.observer).first)
    router = Router(site: core, tools: paths, filter: tools.lazy.compactMap(\.filter).first)
  }
}
