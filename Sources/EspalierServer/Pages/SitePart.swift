public import EspalierHTTP
public import Espalier

/// A part of a site: a `Page`, a `Route`, a `Redirect`, a folder of `Files`, or `NotFound`.
public protocol SitePart: Sendable {}

/// Collects the parts of a site: `Site { Page(…) { … }; Route(.get, "/export.csv") { … } }`.
@resultBuilder
public enum SiteBuilder {
  /// One part.
  public static func buildExpression(_ part: some SitePart) -> [any SitePart] { [part] }
  /// Several parts made elsewhere.
  public static func buildExpression(_ parts: [any SitePart]) -> [any SitePart] { parts }
  /// All parts in order.
  public static func buildBlock(_ parts: [any SitePart]...) -> [any SitePart] { parts.flatMap(\.self) }
  /// The parts of a loop.
  public static func buildArray(_ parts: [[any SitePart]]) -> [any SitePart] { parts.flatMap(\.self) }
  /// Optional parts.
  public static func buildOptional(_ parts: [any SitePart]?) -> [any SitePart] { parts ?? [] }
  /// One choice of parts.
  public static func buildEither(first parts: [any SitePart]) -> [any SitePart] { parts }
  /// The other choice.
  public static func buildEither(second parts: [any SitePart]) -> [any SitePart] { parts }
}

/// The parts of a site by their kinds.
struct SiteParts {
  var pages: [Page] = []
  var routes: [Route] = []
  var files: [Files] = []
  var notFound: NotFound?

  init(_ parts: [any SitePart]) {
    for part in parts {
      switch part {
      case let page as Page: pages.append(page)
      case let route as Route: routes.append(route)
      case let redirect as Redirect: routes.append(redirect.route)
      case let folder as Files: files.append(folder)
      case let answer as NotFound: notFound = answer
      default:
        preconditionFailure("\(type(of: part)) is no part of a site; use Page, Route, Redirect, Files or NotFound")
      }
    }
  }
}

/// A folder of static files below a path.
///
/// ```swift
/// Files("/downloads", folder: "Downloads")       // Downloads/manual.pdf is at /downloads/manual.pdf
/// ```
///
/// Pages, routes and the files of `Site(files:)` come first.
public struct Files: SitePart {
  let path: String
  let folder: String

  /// The files of `folder` and of the folders in it. Hidden files, whose names begin with a dot, and copies of editors and
  /// tools, whose names end with `~`, `.bak` or `.orig`, are not served.
  public init(_ path: String, folder: String) {
    self.path = path
    self.folder = folder
  }
}

/// The answer where nothing else stands, instead of the error page of the site.
///
/// ```swift
/// NotFound { request in .text("No such page: \(request.path)", status: .notFound) }
/// ```
///
/// To change only the look of all error pages, make a template `problem`.
public struct NotFound: SitePart {
  let answer: @Sendable (Request) async throws -> Response

  /// Answers each request for which there is no page, route or file.
  public init(_ answer: @escaping @Sendable (Request) async throws -> Response) { self.answer = answer }
}

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
