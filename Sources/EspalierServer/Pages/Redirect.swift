import EspalierHTTP
public import Espalier

/// Leads from a path to another URL.
///
/// ```swift
/// Redirect("/", to: "/board")
/// ```
public struct Redirect: SitePart {
  let route: Route

  /// Leads from `path` to `url`, a URL of this or of another site. With `isPermanent`, browsers and search engines
  /// remember it (308); otherwise they ask again (307). The query goes along if `url` has none.
  public init(_ path: String, to url: String, isPermanent: Bool = false) {
    route = Route(.get, path) { request in
      let query = url.contains("?") ? nil : request.target.rawQuery
      return Response(
        isPermanent ? .permanentRedirect : .temporaryRedirect,
        headers: [.location: url + (query.map { "?\($0)" } ?? "")])
    }
  }

  /// Leads from `path` to a page.
  public init(_ path: String, to url: some SiteURL, isPermanent: Bool = false) {
    self.init(path, to: url.url, isPermanent: isPermanent)
  }
}
