import EspalierHTTP
public import Espalier

/// One page: its path, title, scope and template, and the tree it starts with.
///
/// ```swift
/// Page("/posts", title: "Posts") { PostList() }
/// Page(CardURL.self, title: "Card") { link in board.card(link.id).map(CardPage.init) }
/// ```
///
/// A page whose path or query has parameters takes a type of parameters (`SiteURL`). Each set of values has
/// its own instances.
public struct Page: SitePart {
  /// Who shares one live tree of a page.
  public enum Scope: Sendable {
    /// All viewers.
    case shared
    /// The tabs of one browser, which a cookie identifies.
    case browser
    /// One tab of a browser, which the cookie and the page's address identify.
    case tab
  }

  /// The path, for example `/posts`; `/` for the first page. A parameter is written in braces: `/card/{id}`.
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
  /// Decodes the parameters, and makes roots for them.
  package let entry: PageEntry
  var services: [@Sendable () -> any OwnService] = []
  /// Its language; nil if the site chooses one.
  var language: Language?
  /// Who may see it and send its events; nil if everybody may.
  var rule: IdentityRule?
  /// Whether any node of a cluster may have it.
  package var isOnAnyNode = false
  /// Whether it shows its parent page, and so must be at the node of that page.
  package var belongsToParentPage = false
  /// How many bytes a form with files may have; nil if the page takes no files.
  var mostFileBytes: Int?
  /// The markup around the list if no template is named; nil for the plain one.
  package var frame: String?
  /// Whether the page has one instance, which stays until the server ends: all share it, and it has no parameters.
  var hasOneInstance: Bool { scope == .shared && !entry.hasParameters }

  /// Declares a page. `root` is called for each page instance, and once more when the site is checked at the start.
  public init(
    _ path: String, title: String, scope: Scope = .shared, template: String? = nil, values: JSONObject = JSONObject(),
    cells: [any Content] = [], isListed: Bool = true, root: @escaping @Sendable () -> ContainerModel
  ) {
    self.init(
      path, title: title, scope: scope, template: template, values: values, cells: cells, isListed: isListed,
      entry: PageEntry(path, root))
  }

  /// Declares a page with parameters.
  ///
  /// `root` makes the tree for some values. If there is nothing for these values, it returns nil, and the server
  /// answers 404; it keeps nothing for them. A value that does not have its type is answered 404 in the path, and 422
  /// with its name in the query. When the site is checked at the start, `root` is called with `example`; without an
  /// example, only the template is checked. The navigation never lists a page with parameters in its path.
  public init<Parameters: SiteURL>(
    _ parameters: Parameters.Type, title: String, scope: Scope = .shared, template: String? = nil,
    values: JSONObject = JSONObject(), cells: [any Content] = [], isListed: Bool = false,
    example: Parameters? = nil, root: @escaping @Sendable (Parameters) -> ContainerModel?
  ) {
    self.init(
      Parameters.path, title: title, scope: scope, template: template, values: values, cells: cells,
      isListed: isListed && !Parameters.path.contains("{"), entry: PageEntry(example: example, root))
  }

  /// Declares a page at a path, with its entry.
  package init(
    _ path: String, title: String, scope: Scope, template: String? = nil, values: JSONObject = JSONObject(),
    cells: [any Content] = [], isListed: Bool, entry: PageEntry
  ) {
    self.path = path
    self.title = title
    self.scope = scope
    self.template = template
    self.values = values
    self.cells = cells
    self.isListed = isListed
    self.entry = entry
  }

}

extension Page {
  /// Returns the page for forms that bring files. A request with files for another page is refused before its files are
  /// stored.
  ///
  /// `most` are the bytes of a whole form; more get 413. `Limits.http.upload` holds too. Which files an event takes is
  /// said by `Event.takingFiles(_:upTo:)`.
  public func takingFiles(upTo most: Int = .max) -> Page {
    var page = self
    page.mostFileBytes = most
    return page
  }

  /// Returns the page so that it need not be at the one server that has the site. If several servers are one site, each
  /// location of a shared page is at one of them, and so is each browser of a page with the scope `browser` or `tab`.
  ///
  /// Such a page shares no memory with other pages: no service of the site whose values are saved, and no object
  /// that its closures capture. Mark all pages with the scopes `browser` and `tab`, or none. See the article
  /// "Many machines" of EspalierCluster.
  ///
  /// ```swift
  /// Page("/cart", title: "Cart", scope: .browser) { Cart() }.onAnyNode()
  /// ```
  public func onAnyNode() -> Page {
    var page = self
    page.isOnAnyNode = true
    return page
  }

  /// Returns the page in one language, whatever its viewers prefer.
  ///
  /// ```swift
  /// Page("/", title: "Posts") { PostList(.english) }
  /// Page("/de", title: "Beiträge") { PostList(.german) }.language(.german)
  /// ```
  ///
  /// The language need not be one of the site's languages. Its words are those of the page's cells, of its status line
  /// and of error messages about it.
  public func language(_ language: Language) -> Page {
    var page = self
    page.language = language
    return page
  }

  /// Returns the page for people who are known and meet a condition. An unknown visitor is led to the sign-in page, or
  /// gets 401; somebody who does not meet the condition gets 403. The site says who somebody is: see `Site.identify`.
  ///
  /// ```swift
  /// Page("/staff", title: "Staff", scope: .browser) { Rota() }.requiring(Member.self) { $0.isStaff }
  /// ```
  ///
  /// It covers the page, its events, its patches and its JSON.
  public func requiring<Identity>(
    _ type: Identity.Type, where isAllowed: @escaping @Sendable (Identity) -> Bool = { _ in true }
  ) -> Page {
    var page = self
    page.rule = IdentityRule(type, isAllowed).and(rule)
    return page
  }

  /// Returns the page with an object that each of its instances has for itself. The object is made together with the
  /// instance, and belongs to the instance's lane.
  ///
  /// ```swift
  /// Page("/stock", title: "Stock") { StockList() }.providing { Counter() }
  /// ```
  public func providing<Service>(
    as type: Service.Type = Service.self, _ make: @escaping @Sendable () -> Service
  ) -> Page {
    var page = self
    page.services.append { Own(object: make()) }
    return page
  }
}

/// An object that one page instance has for itself, with the type by which it is found.
protocol OwnService {
  var type: String { get }
}

struct Own<Service>: OwnService {
  let object: Service
  var type: String { "\(Service.self)" }
}
