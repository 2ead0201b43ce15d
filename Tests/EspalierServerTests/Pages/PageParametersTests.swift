import Espalier
import EspalierInspector
import EspalierServerTestSupport
import EspalierTesting
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Pages with parameters in their path and query.
@Suite struct PageParametersTests {
  struct CardURL: SiteURL {
    static let path = "/card/{id}"
    var id: Int
    var word: String?
  }

  struct Count: Content {
    static let add = Event<NoData>("add")
    var name = ""
    var count = 0
    var html: HTML { "<p>\(name) has \(count)</p><button \(Self.add)>Add</button>" }
  }

  final class CardPage: ContainerModel {
    private let card: CellModel<Count>

    init(_ link: CardURL) {
      card = CellModel(Count(name: "Card \(link.id)\(link.word.map { " " + $0 } ?? "")"), key: "card")
      super.init()
      add(card)
      persist(\.count, as: "count")
      on(Count.add) { page, _ in page.count += 1 }
    }

    private var count: Int {
      get { card.content.count }
      set { card.content.count = newValue }
    }
  }

  /// Cards 1 to 1,000 exist.
  private func site(
    _ scope: Page.Scope = .shared, limits: Limits = Limits(), clock: ManualClock = ManualClock(),
    tools: [SiteTool] = []
  ) -> Site {
    Site(templates: "none", files: "none", limits: limits, log: .silent, clock: clock, tools: tools) {
      Page(CardURL.self, title: "Card", scope: scope, example: CardURL(id: 1)) { link in
        (1...1_000).contains(link.id) ? CardPage(link) : nil
      }
      Page("/card/new", title: "New card") { CardPage(CardURL(id: 0)) }
    }
  }

  private func reply(_ site: Site, _ target: String, accept: String = "application/json") async throws -> Response {
    try await InProcess(site).reply(to: Request(.get, target, headers: [.accept: accept]))
  }

  private func text(_ response: Response) -> String { String(decoding: response.body.collected, as: UTF8.self) }

  @Test func `each set of values has its own instance, with URLs that name the values`() async throws {
    let site = site()
    let transport = try InProcess(site)
    let one = try await TestPage.open("/card/1", over: transport)
    let two = try await TestPage.open("/card/2", over: transport)
    let spelled = try await TestPage.open("/card/2?word=a%20b", over: transport)
    try await two.send("add", from: "card")
    try await one.reload()
    try await spelled.reload()
    #expect(one["card"]?["count"] == 0 && two["card"]?["count"] == 1 && spelled["card"]?["count"] == 0)
    #expect(spelled["card"]?["name"] == "Card 2 a b")
    let links = try #require(try await reply(site, "/card/2?word=a%20b").headers[.link])
    #expect(links == "</card/2/events?word=a%20b>; rel=\"events\", </card/2/patches?word=a%20b>; rel=\"patches\"")
    #expect(site.core.instances.count == 3)
  }

  @Test func `one spelling of the values counts`() async throws {
    let site = site()
    _ = try await reply(site, "/card/7?word=x&utm_source=letter")
    _ = try await reply(site, "/card/7?word=x")
    #expect(site.core.instances.count == 1)
    let moved = try await reply(site, "/card/007?word=x")
    #expect(moved.status.code == 308 && moved.headers[.location] == "/card/7?word=x")
    // A literal segment comes before a parameter.
    #expect(text(try await reply(site, "/card/new", accept: "text/html")).contains("New card"))
  }

  @Test func `what does not exist is 404, a bad query field is 422, and neither leaves anything`() async throws {
    struct Numbered: SiteURL {
      static let path = "/page"
      var number: Int
    }
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page(Numbered.self, title: "Numbered") { _ in CardPage(CardURL(id: 0)) }
      Page(CardURL.self, title: "Card") { $0.id < 10 ? CardPage($0) : nil }
    }
    for (target, status) in [
      ("/card/99", 404), ("/card/seven", 404), ("/card/1.5", 404), ("/card/99/patches", 404), ("/card/", 404),
      ("/card/1/2", 404), ("/card/99999999999999999999", 404), ("/page", 422), ("/page?number=x", 422),
      ("/card/1?word=a&word=b", 422),
    ] {
      #expect(try await reply(site, target).status.code == status, "\(target)")
    }
    let refused = text(try await reply(site, "/page?number=x"))
    #expect(refused.contains("\"field\":\"number\"") && refused.contains("must be a whole number"))
    let post = try await InProcess(site).reply(
      to: Request(
        .post, "/card/99/events", headers: [.contentType: "application/json"],
        body: Array(#"{"node":"card","event":"add"}"#.utf8)))
    #expect(post.status.code == 404)
    #expect(site.core.instances.count == 0)
  }

  @Test func `a scan over many values leaves no more instances than the limits allow`() async throws {
    var limits = Limits()
    limits.pages.instances = 20
    limits.pages.instancesPerSecond = 0
    let clock = ManualClock()
    let site = site(limits: limits, clock: clock)
    for id in 1...1_200 {
      let status = try await reply(site, "/card/\(id)").status.code
      #expect(status == (id > 1_000 ? 404 : 200))
    }
    #expect(site.core.instances.count == 20)
    clock.advance(by: .seconds(400))
    _ = try await reply(site, "/card/1")
    #expect(site.core.instances.count == 1)
  }

  @Test func `new instances of one address are limited in time, and those that exist are not`() async throws {
    var limits = Limits()
    limits.pages.instancesPerSecond = 1
    limits.pages.instanceBurst = 3
    let site = site(limits: limits)
    for id in 1...3 { #expect(try await reply(site, "/card/\(id)").status == .ok) }
    #expect(try await reply(site, "/card/4").status.code == 429)
    #expect(try await reply(site, "/card/3").status == .ok)
    #expect(try await reply(site, "/card/5000").status.code == 404)
  }

  @Test(arguments: [Page.Scope.shared, .browser, .tab])
  func `a plain form comes back to the page with its values`(scope: Page.Scope) async throws {
    let transport = try InProcess(site(scope))
    var browser = PlainBrowser(transport)
    try await browser.open("/card/5?word=big")
    try await browser.press("Add")
    #expect(browser.html.contains("<p>Card 5 big has 1</p>"))
    #expect(browser.address.hasPrefix("/card/5?word=big"))
    var other = PlainBrowser(transport)
    try await other.open("/card/5?word=big")
    #expect(other.html.contains(scope == .shared ? "has 1" : "has 0"))
  }

  @Test func `persisted values belong to their parameters and survive a restart`() async throws {
    let store = MemoryStore()
    func site() -> Site {
      Site(templates: "none", files: "none", store: PageStore(store), log: .silent) {
        Page(CardURL.self, title: "Card") { CardPage($0) }
      }
    }
    let page = try await TestPage.open("/card/5?word=x", over: InProcess(site()))
    try await page.send("add", from: "card")
    let after = try InProcess(site())
    #expect(try await TestPage.open("/card/5?word=x", over: after)["card"]?["count"] == 1)
    #expect(try await TestPage.open("/card/5", over: after)["card"]?["count"] == 0)
  }

  @Test func `all instances of a page are one row of metrics`() async throws {
    let site = site()
    for id in 1...5 { _ = try await reply(site, "/card/\(id)") }
    let metrics = String(decoding: site.core.metrics.exposition, as: UTF8.self)
    #expect(metrics.contains("espalier_page_instances{page=\"/card/{id}\",scope=\"shared\"} 5"))
    #expect(!metrics.contains("/card/1"))
  }

  @Test func `the inspector draws the page of the same values`() async throws {
    let site = site(tools: [.inspector()])
    let picture = text(try await reply(site, "/card/5/tree?word=big", accept: "text/html"))
    #expect(picture.contains("Card 5 big") && picture.contains("<a href=\"/card/5?word=big\">Back to Card</a>"))
    #expect(try await reply(site, "/card/5000/tree").status.code == 404)
    #expect(site.core.instances.count == 2)
  }

  // MARK: Errors at the start

  private func error(@SiteBuilder _ parts: () -> [any SitePart]) -> String? {
    do {
      try Site(templates: "none", files: "none", log: .silent, parts: parts).check()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a path with parameters needs a type, an example needs a root, and no two pages have equal patterns`() {
    struct Other: SiteURL {
      static let path = "/card/{name}"
      var name: String
    }
    let literal = error { Page("/card/{id}", title: "Card") { CardPage(CardURL(id: 1)) } }
    #expect(literal?.contains("declare a struct that conforms to SiteURL") == true)
    let missing = error {
      Page(CardURL.self, title: "Card", example: CardURL(id: 2)) { $0.id == 1 ? CardPage($0) : nil }
    }
    #expect(missing?.contains("its example has no root") == true)
    let twice = error {
      Page(CardURL.self, title: "Card") { CardPage($0) }
      Page(Other.self, title: "Other") { _ in CardPage(CardURL(id: 1)) }
    }
    #expect(twice?.contains("the path /card/{name} is used twice") == true)
    #expect(error { Page(CardURL.self, title: "Card") { CardPage($0) } } == nil)
  }
}
