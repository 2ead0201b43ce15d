import EspalierHTTP
public import Espalier

/// One page: its path, title, scope and template, and the tree it starts with.
///
/// ```swift
/// Page("/posts", title: "Posts") { PostList() }
/// ```
public struct Page: Sendable {
  /// Who shares one live tree of a page.
  public enum Scope: Sendable {
    /// All viewers.
    case shared
    /// The tabs of one browser, which a cookie identifies.
    case browser
    /// One tab of a browser, which the cookie and the page's address identify.
    case tab
  }

  /// The path, for example `/posts`; `/` for the first page.
  package let path: String
  /// The title.
  package let title: String
  /// Who shares one tree.
  package let scope: Scope
  /// The page template in `Templates/`; nil for a plain page.
  package let template: String?
  /// Further values for the page template.
  package let values: JSONObject
  /// Examples of cells that the page may show later. Each is rendered at the start, so that errors are found then.
  package let cells: [any Content]
  /// Whether the navigation lists the page.
  package let isListed: Bool
  let root: @Sendable () -> ContainerModel
  var services: [@Sendable () -> any OwnService] = []
  /// The markup around the list if no template is named; nil for the plain one.
  package var frame: String?
  /// Declares a page. `root` is called for each page instance, and once more when the site is checked at the start.
  public init(
    _ path: String, title: String, scope: Scope = .shared, template: String? = nil, values: JSONObject = JSONObject(),
    cells: [any Content] = [], isListed: Bool = true, root: @escaping @Sendable () -> ContainerModel
  ) {
    self.path = path
    self.title = title
    self.scope = scope
    self.template = template
    self.values = values
    self.cells = cells
    self.isListed = isListed
    self.root = root
  }

  /// The path to which events are sent.
  var events: String { prefix + "/events" }
  /// The path of the patches.
  var patches: String { prefix + "/patches" }
  private var prefix: String { path == "/" ? "" : path }
}

/// Collects pages: `Site { Page(…) { … }; Page(…) { … } }`.
@resultBuilder
public enum PageBuilder {
  /// One page.
  public static func buildExpression(_ page: Page) -> [Page] { [page] }
  /// Several pages made elsewhere.
  public static func buildExpression(_ pages: [Page]) -> [Page] { pages }
  /// All pages in order.
  public static func buildBlock(_ pages: [Page]...) -> [Page] { pages.flatMap(\.self) }
  /// The pages of a loop.
  public static func buildArray(_ pages: [[Page]]) -> [Page] { pages.flatMap(\.self) }
  /// Optional pages.
  public static func buildOptional(_ pages: [Page]?) -> [Page] { pages ?? [] }
  /// One choice of pages.
  public static func buildEither(first pages: [Page]) -> [Page] { pages }
  /// The other choice.
  public static func buildEither(second pages: [Page]) -> [Page] { pages }
}
