import EspalierServerTestSupport
import EspalierTestSupport
import Espalier
import EspalierLocks
import EspalierTesting
import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A site's errors are reported at its start, with how to fix them.
@Suite struct StartTests {
  private struct Full: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  private func error(_ site: Site) -> SiteError? { #expect(throws: SiteError.self) { try site.check() } }

  @Test(arguments: [
    ("/team", "/team", "the page \"First\", and by the page \"Second\""),
    ("/team", "/team/events", "the events of the page \"First\", and by the page \"Second\""),
    ("/team/patches", "/team", "the page \"First\", and by the patches of the page \"Second\""),
    ("/", "/events", "the events of the page \"First\", and by the page \"Second\""),
    ("/", "/healthz", "the server itself, and by the page \"Second\""),
  ])
  func `two pages with one path are refused`(first: String, second: String, owners: String) {
    let site = Site(log: .silent) {
      Page(first, title: "First") { ContainerModel() }
      Page(second, title: "Second") { ContainerModel() }
    }
    #expect(error(site)?.code == .page)
    #expect(error(site)?.reason.hasSuffix(" is used twice: by \(owners)") == true)
  }

  @Test(arguments: [
    ("/card/:id", "write the parameter :id of the path \"/card/:id\" as {id}"),
    ("/b/{id}", "the path /b/{id} has the parameter {id}; declare a struct that conforms to SiteURL"),
    ("/:a/:b", "write the parameter :a"), ("/x-{n}", "a parameter is a name in braces, such as {id}"),
  ])
  func `a parameter without a type, or in another form, is refused`(path: String, reason: String) {
    let site = Site(log: .silent) { Page(path, title: "") { ContainerModel() } }
    #expect(error(site)?.code == .page)
    #expect(error(site)?.reason.contains(reason) == true)
  }

  @Test func `a path with a colon inside a name is served`() throws {
    try Site(log: .silent) { Page("/wiki/Talk:Roses", title: "") { ContainerModel() } }.check()
  }

  private struct TableRow: Content {
    var html: HTML { "<tr><td>1</td></tr>" }
  }
  private struct Search: Content {
    static let query = Event<String>("query")
    var html: HTML { "<form \(Self.query)><input name=\"q\"></form>" }
  }

  @Test func `a cell that a browser would change is refused with the page, the cell and how to fix it`() {
    let site = Site(log: .silent) { Page("/list", title: "") { ContainerModel().adding(TableRow()) } }
    #expect(error(site)?.code == .template)
    #expect(
      error(site)?.reason == """
        page /list: a browser does not show the markup of the cell "tableRow" as it is written: a browser drops <tr> outside \
        a <table>; give the container the layout .table, put the whole table into one cell, or use <div> with a class
        """)
  }

  private struct Short: Espalier.TableRow {
    var cells: [HTML] { "one" }
  }

  @Test func `a row of a table with too few cells is refused with its type, the columns and how to fix it`() {
    let site = Site(log: .silent) {
      Page("/table", title: "") {
        let table = ContainerModel().adding(Short())
        table.layout = .table(Table("", columns: [.init("kind", "Kind"), .init("price", "Price")]))
        return table
      }
    }
    #expect(error(site)?.code == .template)
    #expect(
      error(site)?.reason == """
        page /table: the table "" has 2 columns (kind, price), but a row of the type Short has 1 cells; return one piece \
        of markup for each column
        """)
  }

  @Test func `a form whose fields do not match its event is refused with the page and the cell`() {
    let site = Site(log: .silent) { Page("/list", title: "") { ContainerModel().adding(Search()) } }
    #expect(
      error(site)?.reason == """
        page /list: the cell "search": the form has the field "q", but the data of the event query, String, does not; \
        its fields are: data
        """)
  }

  @Test func `a store that cannot be opened is reported when the site is checked`() {
    func open() throws -> PageStore { throw Full() }
    let site = Site(store: try open(), log: .silent) { Page("/", title: "") { ContainerModel() } }
    #expect(error(site)?.code == .store)
    #expect(error(site)?.reason == "the store cannot be opened: the disk is full")
  }

  @Test func `a missing template is reported with the folder that was searched`() throws {
    let folder = try TemporaryFolder()
    func site(_ templates: String) -> Site {
      Site(templates: templates, log: .silent) { Page("/", title: "", template: "Nope") { ContainerModel() } }
    }
    let place = "in \(folder.path), the folder that Site(templates:) names"
    #expect(
      error(site(folder.path))?.reason.hasSuffix("there is no template Nope.html for the page; there is none \(place)")
        == true)
    try folder.write("other.html", "")
    #expect(error(site(folder.path))?.reason.hasSuffix("; there are: other \(place)") == true)
    let here = try #require(unsafe getcwd(nil, 0).map { unsafe String(cString: $0) })
    #expect(error(site("nowhere"))?.reason.contains(" in \(here)/nowhere, ") == true)
  }

  @Test func `a page whose template does not load the client is served with a warning`() throws {
    let folder = try TemporaryFolder()
    try folder.write("still.html", "<h1>{{title}}</h1>{{{content}}}")
    try folder.write("live.html", "\(PageShell.client){{{content}}}")
    let lines = Lock("")
    let log = Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    let site = Site(templates: folder.path, log: log) {
      Page("/still", title: "", template: "still") { ContainerModel() }
      Page("/live", title: "", template: "live") { ContainerModel() }
      Page("/plain", title: "") { ContainerModel() }
    }
    try site.check()
    let warnings = lines.withLock { $0 }
    #expect(warnings.contains("level=warning event=template page=/still"))
    #expect(
      warnings.contains("{{{espalier}}}") && !warnings.contains("page=/live") && !warnings.contains("page=/plain"))
  }

  private struct Numbers: Content {
    static let any = Event<Int>("any")
    static let few = Event<Int>("few", in: 0...9)
    var html: HTML { "<button \(Self.any, sends: 1)>Any</button><button \(Self.few, sends: 1)>Few</button>" }
  }

  @Test(arguments: [true, false])
  func `in development an event that takes any integer is logged as a warning`(isDevelopment: Bool) async throws {
    let lines = Lock("")
    let log = Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    let site = Site(isDevelopment: isDevelopment, log: log) {
      Page("/", title: "") {
        let list = ContainerModel()
        list.add(Numbers())
        list.on(Numbers.any) { _ in }
        list.on(Numbers.few) { _ in }
        return list
      }
    }
    func count() -> Int { lines.withLock { $0.matches(of: /takes any Int/).count } }
    // This checks the site.
    let client = try InProcess(site)
    #expect(count() == (isDevelopment ? 1 : 0))
    let page = try await TestPage.open("/", over: client)
    for event in ["any", "few", "any"] { try await page.send(event, from: "numbers") }
    #expect(count() == (isDevelopment ? 2 : 0))
    #expect(lines.withLock { $0.contains("EspalierServerTests/StartTests.swift:") } == isDevelopment)
  }

  @Test func `a misspelled name in a page template is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write("page.html", "\n<h1>{{titel}}</h1>{{{content}}}")
    let site = Site(templates: folder.path, log: .silent) {
      Page("/", title: "", template: "page") { ContainerModel() }
    }
    #expect(error(site)?.reason.contains("page.html:2: there is no value \"titel\"; there are: title, ") == true)
  }

  @Test func `a site's own style sheets come last, on pages and on error pages`() async throws {
    let site = Site(templates: "none", styles: ["/a.css", "/b.css"], log: .silent) {
      Page("/hidden", title: "Hidden", isListed: false) { ContainerModel() }
      Page("/one", title: "One & only") { ContainerModel() }
    }
    var browser = PlainBrowser(try InProcess(site))
    for (path, status) in [("/one", 200), ("/nothing", 404)] {
      try await browser.open(path)
      let sheets = browser.html.matches(of: /<link rel="stylesheet" href="(?<path>[^"]+)">/).map { String($0.path) }
      #expect(browser.status == status)
      #expect(sheets.suffix(3) == [ClientLinks.builtIn.styleSheet, "/a.css", "/b.css"])
    }
    #expect(browser.html.contains("<a href=\"/one\">One &amp; only</a>"))
  }

  @Test func `a template frames the error pages, and must have a place for the error`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("problem.html", "<title>{{title}} here</title>{{{espalier}}}<main>{{{content}}}</main>")
    func site() -> Site {
      Site(templates: folder.path, log: .silent) { Page("/one", title: "One") { ContainerModel() } }
    }
    var browser = PlainBrowser(try InProcess(site()))
    try await browser.open("/<i>")
    #expect(browser.status == 404)
    #expect(browser.html.hasPrefix("<title>Not Found here</title><link rel=\"stylesheet\""))
    #expect(
      browser.html.contains("<main><h1>Not Found</h1>\n<p>There is nothing at /") && !browser.html.contains("<i>"))
    try folder.write("problem.html", "<title>{{title}}</title>")
    #expect(error(site())?.reason.contains("problem.html: an error page needs {{{content}}}") == true)
    try folder.write("problem.html", "{{titel}}{{{content}}}")
    #expect(error(site())?.reason.contains("there is no value \"titel\"") == true)
  }
}

extension ContainerModel {
  fileprivate func adding(_ content: some Content) -> Self {
    add(content)
    return self
  }
}
