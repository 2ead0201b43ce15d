import EspalierTestSupport
import EspalierServerTestSupport
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Which tree a page shows, and how long it stays in memory.
@Suite struct ScopeTests {
  private typealias TallyList = PlainFormTests.TallyList

  private func site(_ scope: Page.Scope, clock: ManualClock = ManualClock()) -> Site {
    Site(templates: "none", files: "none", log: .silent, clock: clock) {
      Page("/tally", title: "Tally", scope: scope) { TallyList() }
    }
  }

  @Test func `each tab has its own tree and finds it again, and the URL is clean until a form names the tab`()
    async throws
  {
    let transport = try InProcess(site(.tab))
    var first = PlainBrowser(transport)
    try await first.open("/tally?q=1")
    #expect(first.address == "/tally?q=1" && first.status == 200)
    var second = first
    try await second.open("/tally")
    #expect(second.cookie == first.cookie)
    try await first.press("Two")
    try await second.press("One")
    #expect(first.address.hasPrefix("/tally?tab=") && second.address != first.address)
    try await first.open(first.address)
    try await second.open(second.address)
    #expect(first.html.contains("<p>2</p>") && second.html.contains("<p>1</p>"))
  }

  @Test func `a tab that loads the page again names itself by a cookie, which one load uses up`() async throws {
    let transport = try InProcess(site(.tab))
    var browser = PlainBrowser(transport)
    try await browser.open("/tally")
    try await browser.press("Two")
    let tab = try #require(browser.address.components(of: "tab=").last)
    func load(_ cookie: String) async throws -> Response {
      let headers: Headers = [.accept: "text/html", .cookie: "\(browser.cookie ?? ""); \(cookie)"]
      return try await transport.reply(to: Request(.get, "/tally", headers: headers))
    }
    let again = try await load("espalier-tab=\(tab)")
    #expect(String(decoding: again.body.collected, as: UTF8.self).contains("<p>2</p>"))
    #expect(again.headers.values(of: .setCookie).contains { $0.hasPrefix("espalier-tab=; Path=/tally; Max-Age=0") })
    for other in ["espalier-tab=x", "espalier-tab=\(RandomID.short())", "a=b"] {
      #expect(String(decoding: try await load(other).body.collected, as: UTF8.self).contains("<p>0</p>"))
    }
  }

  @Test func `another browser that opens a copied address gets its own tree`() async throws {
    let transport = try InProcess(site(.tab))
    var mine = PlainBrowser(transport)
    try await mine.open("/tally")
    try await mine.press("Two")
    var friend = PlainBrowser(transport)
    try await friend.open(mine.address)
    #expect(friend.status == 200 && friend.html.contains("<p>0</p>"))
  }

  @Test func `only the same browser reaches a tab's tree, through the addresses in its page`() async throws {
    let transport = try InProcess(site(.tab))
    var browser = PlainBrowser(transport)
    try await browser.open("/tally")
    let written = try #require(browser.html.part(after: "data-patches=\"", before: "\"")).replacing("&amp;", with: "&")
    // The URL alone must not open the tree: a browser sends nothing after the #.
    let patches = try #require(written.part(after: "", before: "#"))
    #expect(!patches.contains("instance="))
    func reply(_ target: String, _ cookie: String?) async throws -> Response {
      var headers: Headers = [.accept: MediaType.json.description]
      headers[.cookie] = cookie
      return try await transport.reply(to: try Request(.get, target, headers: headers))
    }
    func status(_ target: String, _ cookie: String?) async throws -> Int { try await reply(target, cookie).status.code }
    let mine = try await reply(patches, browser.cookie)
    #expect(mine.status == .ok)
    #expect(try await status(patches, nil) == 404)
    // Another browser gets its own tree there.
    let theirs = try await reply(patches, "espalier=\(RandomID.next())")
    #expect(theirs.headers["Espalier-Instance"] != mine.headers["Espalier-Instance"])
    #expect(try await status("/tally/patches", browser.cookie) == 404)
    #expect(try await status("/tally/patches?tab=1", browser.cookie) == 422)
  }

  @Test func `an instance that nobody viewed for long is removed, and a viewed one stays`() throws {
    let clock = ManualClock()
    let site = site(.browser, clock: clock)
    let page = try #require(try site.core.page(at: "/tally"))
    let (left, watched) = (try site.core.instance(of: page, for: "a"), try site.core.instance(of: page, for: "b"))
    watched.audience.join()
    clock.advance(by: .seconds(86_399))
    #expect(try site.core.instance(of: page, for: "a") === left)
    clock.advance(by: .seconds(86_399))
    #expect(site.core.instances.instance(left.id) === left)
    clock.advance(by: .seconds(2 * 86_400))
    #expect(site.core.instances.instance(watched.id) === watched)
    #expect(site.core.instances.instance(left.id) == nil)
    #expect(try site.core.instance(of: page, for: "a") !== left)
    #expect(site.core.metrics.pages["/tally"]?.expired.value == 1)
    // The time counts from the last moment with a viewer.
    watched.audience.leave()
    clock.advance(by: .seconds(86_399))
    #expect(site.core.instances.instance(watched.id) === watched)
  }

  @Test func `a shared tree never expires`() throws {
    let clock = ManualClock()
    let site = site(.shared, clock: clock)
    let page = try #require(try site.core.page(at: "/tally"))
    let shared = try site.core.instance(of: page)
    clock.advance(by: .seconds(10 * 86_400))
    #expect(try site.core.instance(of: page) === shared)
  }

}
