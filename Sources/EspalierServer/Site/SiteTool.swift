package import Espalier
package import EspalierHTTP

/// A development tool of a site, such as `.inspector()` of the library EspalierInspector.
///
/// ```swift
/// Site(tools: [.inspector()]) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public struct SiteTool: Sendable {
  /// Makes the tool's own pages, once, from the pages that the site declares.
  package var pages: @Sendable ([Page]) -> [Page] = { _ in [] }
  /// Gets each event and each request for patches, with its answer.
  package var filter: (any AnswerFilter)?
  /// Observes what page instances receive and publish.
  package var observer: (any InstanceObserver)?
  /// Paths that the tool answers.
  package var paths: [ToolPath] = []
  /// Static files by path, without the leading slash.
  package var files: [String: [UInt8]] = [:]
  /// Further values for page templates.
  package var values = JSONObject()

  /// Adds nothing.
  package init() {}
}

/// A path that a tool answers, and who may use it.
package struct ToolPath: Sendable {
  package let path: String
  package let exposure: Exposure
  package let answer: @Sendable (Request, ToolSite) throws(HTTPError) -> Response

  package init(
    _ path: String, for exposure: Exposure,
    _ answer: @escaping @Sendable (Request, ToolSite) throws(HTTPError) -> Response
  ) {
    self.path = path
    self.exposure = exposure
    self.answer = answer
  }
}

/// Gets each event and each request for patches with its answer. It may replace, delay or drop the answer.
package protocol AnswerFilter: Sendable {
  /// Returns an answer that replaces `answer`, and that may pass responses on to `answer`.
  ///
  /// `browser` is the browser that sent the request, identified by its cookie. `again` makes the site handle the
  /// request once more; nil if that could have a second effect.
  func filter(
    _ answer: Answer, for browser: String?, limits: PageLimits, again: (@Sendable (Answer) -> Void)?
  ) -> Answer
}

/// Observes what page instances receive and publish.
package protocol InstanceObserver: Sendable {
  /// Called before a request works on an instance. Returns false if there is nothing to do first. Otherwise it returns
  /// true, and calls `work` when it is done, or `refuse` if it cannot be done.
  func prepare(
    _ visit: Visit, in site: ToolSite, then work: @escaping @Sendable (isolated PageInstance) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) -> Bool

  /// Answers an event that no node of an owner's instance handled; nil to pass it to the site's handlers.
  func answer(_ sent: AnyEvent, of owner: PersistedInstance.Owner, in site: ToolSite) -> Bool?
}

/// The part of a site that its tools can use.
package struct ToolSite: Sendable {
  let site: SiteCore

  package var limits: PageLimits { site.limits }

  /// The page's location at a URL of this site; nil if there is none.
  package func page(at url: String) -> PageLocation? { (try? site.page(at: url)) ?? nil }

  /// An owner's instance, held. Begins to make it if there is none.
  package func visit(of location: PageLocation, for browser: String?, tab: String?) -> Visit {
    site.visit(of: location, for: browser, tab: tab)
  }

  /// Refuses a request that another site's page may have sent.
  package func checkOrigin(_ request: Request) throws(HTTPError) {
    if case .unproven(let refusal) = try Origin.check(request, hosts: site.hosts) { throw refusal }
  }

  /// A whole page around some markup, framed by the template `name` if the site has it.
  package func document(_ content: HTML, at path: String, title: String, template name: String) throws(HTTPError)
    -> [UInt8]
  {
    do {
      try site.refreshTemplates()
      let library = site.templates.library
      let template = library.names.contains(.file(name)) ? name : nil
      let page = Page(path, title: title, template: template) { ContainerModel() }
      let shell = try PageShell(
        page, navigation: site.pages.filter(\.isListed), templates: library, styles: site.templates.styles,
        isDevelopment: true, client: site.templates.client, prefix: site.prefix)
      let markup = PageMarkup(Array(site.prefix.added(toMarkup: content.source).utf8))
      let details = PageShell.Details(title: title, location: page.location, query: "", version: "", load: "")
      return shell.around([markup], details).collected
    } catch {
      throw HTTPError(.internalError, "\(error)")
    }
  }
}
