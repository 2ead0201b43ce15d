package import Espalier
package import EspalierHTTP

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
