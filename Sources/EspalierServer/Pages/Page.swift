import EspalierHTTP
public import Espalier

/// One page: where it is, what it is called, how it is framed, and the tree it begins with.
///
/// ```swift
/// Page("/posts", title: "Posts") { PostList() }
/// ```
public struct Page: Sendable {
  /// Who shares one living tree of a page.
  public enum Scope: Sendable {
    /// All viewers.
    case shared
    /// The tabs of one browser, told by a cookie.
    case browser
    /// One tab of a browser, told by the cookie and the page's address.
    case tab
  }

  /// The path, as in `/posts`; `/` for the first page.
  package let path: String
  /// The title.
  package let title: String
  /// Who shares one tree.
  package let scope: Scope
  /// The page template in `Templates/`; nil for a plain page.
  package let template: String?
  /// Further values for the page template.
  package let values: JSONObject
  /// Examples of cells that the page may show later; each is rendered at the start, so that what is wrong is found then.
  package let cells: [any Content]
  /// Whether the page stands in the navigation.
  package let isListed: Bool
  let root: @Sendable () -> ContainerModel
  var services: [@Sendable () -> any OwnService] = []
  /// The markup around the list where no template is named; nil for the plain one.
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

  /// Where events are posted.
  var events: String { prefix + "/events" }
  /// Where patches come from.
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
  /// All of them in order.
  public static func buildBlock(_ pages: [Page]...) -> [Page] { pages.flatMap(\.self) }
  /// The pages of a loop.
  public static func buildArray(_ pages: [[Page]]) -> [Page] { pages.flatMap(\.self) }
  /// Pages that are there or not.
  public static func buildOptional(_ pages: [Page]?) -> [Page] { pages ?? [] }
  /// One choice of pages.
  public static func buildEither(first pages: [Page]) -> [Page] { pages }
  /// The other choice.
  public static func buildEither(second pages: [Page]) -> [Page] { pages }
}
