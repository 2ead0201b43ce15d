import EspalierServerTestSupport
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Forms without JavaScript: each counts once for each load of the page, finds its tree, and proves that this server
/// rendered it.
@Suite struct PlainFormTests {
  struct Tally: Content {
    struct Amount: Codable, Sendable { let by: Int }
    static let add = Event<Int>("add")
    static let set = Event<Amount>("set")
    static let quiet = Event<NoData>("quiet")
    static let tag = Event<[String]>("tag")
    var number = 0
    var tags: [String] = []
    var html: HTML {
      """
      <p>\(number)</p><button \(Self.add, sends: 1)>One</button><button \(Self.add, sends: 2)>Two</button>\
      <button \(Self.quiet)>Quiet</button><form \(Self.set)><input name="by"></form>\
      <form \(Self.tag)>\(["a", "b"].map { "<input type=\"checkbox\" name=\"data\" value=\"\($0)\">" as HTML })</form>\
      <output>\(tags.joined(separator: "+"))</output>
      """
    }
  }

  final class TallyList: ContainerModel {
    override func didLoad() {
      let tally = CellModel(Tally())
      add(tally)
      on(Tally.add) { tally.content.number += $1 }
      on(Tally.set) { tally.content.number += $1.by }
      on(Tally.quiet) { _ in }
      on(Tally.tag) { tally.content.tags = $1 }
    }
  }

  private static func site(_ scope: Page.Scope, limits: PageLimits = PageLimits()) throws -> InProcess {
    try InProcess(
      Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
        Page("/tally", title: "Tally", scope: scope) { TallyList() }
      })
  }

  private func shows(_ number: Int, _ browser: PlainBrowser) -> Bool { browser.html.contains("<p>\(number)</p>") }

  @Test(arguments: [Page.Scope.shared, .browser, .tab])
  func `a form sent again from the same load has one effect, and from the next load another one`(
    _ scope: Page.Scope
  ) async throws {
    var browser = PlainBrowser(try Self.site(scope))
    try await browser.open("/tally")
    let (first, other) = (try browser.form(pressing: "One"), try browser.form(pressing: "Two"))
    for _ in 0..<5 { try await browser.send(first) }
    #expect(shows(1, browser))
    try await browser.send(other)
    #expect(shows(3, browser))
    try await browser.press("One")
    try await browser.press("One")
    #expect(shows(5, browser))
  }

  @Test func `of several checkboxes with one name, none, one or all may be checked`() async throws {
    var browser = PlainBrowser(try Self.site(.shared))
    try await browser.open("/tally")
    for tags in [["a", "b"], [], ["b"]] {
      let body = tags.map { "data=\($0)" }.joined(separator: "&")
      try await browser.send(("/tally/events?node=tally&event=tag", body))
      #expect(browser.status == 200 && browser.html.contains("<output>\(tags.joined(separator: "+"))</output>"))
    }
  }

  @Test func `a cell's own form counts once for each load and data`() async throws {
    var browser = PlainBrowser(try Self.site(.shared))
    try await browser.open("/tally")
    let action = try #require(browser.html.part(after: "<form method=\"post\" action=\"", before: "\""))
    let target = action.replacing("&amp;", with: "&")
    for _ in 0..<3 { try await browser.send((target, "by=5")) }
    try await browser.send((target, "by=6"))
    #expect(shows(11, browser))
    try await browser.submit("by=5")
    #expect(shows(16, browser))
  }

  @Test func `two browsers on one shared page both count`() async throws {
    let transport = try Self.site(.shared)
    var (one, other) = (PlainBrowser(transport), PlainBrowser(transport))
    try await one.open("/tally")
    try await other.open("/tally")
    try await one.press("One")
    try await other.press("One")
    #expect(shows(2, other))
  }

  @Test func `a page has another entity tag after an event, even if it shows the same`() async throws {
    let transport = try Self.site(.shared)
    func tag() async throws -> String? {
      try await transport.reply(to: try Request(.get, "/tally", headers: [.accept: "text/html"])).headers[.etag]
    }
    var browser = PlainBrowser(transport)
    try await browser.open("/tally")
    let before = try await tag()
    #expect(try await tag() == before)
    try await browser.press("Quiet")
    #expect(try await tag() != before)
  }

  @Test(arguments: [Page.Scope.browser, .tab])
  func `a browser that refuses cookies keeps its own tree`(_ scope: Page.Scope) async throws {
    let transport = try Self.site(scope)
    var (one, other) = (PlainBrowser(transport, keepsCookies: false), PlainBrowser(transport, keepsCookies: false))
    try await one.open("/tally")
    try await other.open("/tally")
    for _ in 0..<3 { try await one.press("Two") }
    try await other.submit("by=10")
    try await other.press("One")
    #expect(shows(6, one) && one.address.contains("instance="))
    #expect(shows(11, other))
  }

  @Test(arguments: [Page.Scope.shared, .browser, .tab])
  func `a form with a cookie but without an origin must have been rendered by this site`(_ scope: Page.Scope)
    async throws
  {
    let transport = try Self.site(scope)
    var old = PlainBrowser(transport, namesOrigin: false)
    try await old.open("/tally", scope == .shared ? [.cookie: "espalier=\(RandomID.next())"] : [:])
    let tab = old.address.part(after: "tab=", before: "&").map { "&tab=\($0)" } ?? ""
    let cookie = old.cookie ?? "espalier=\(RandomID.next())"
    let form = try old.form(pressing: "One")
    func post(_ form: (action: String, body: String)) async throws -> Int {
      let request = try Request(
        .post, form.action,
        headers: [
          .accept: MediaType.html.description, .contentType: MediaType.form.description, .cookie: cookie, .host: "here",
        ], body: Array(form.body.utf8))
      return try await transport.reply(to: request).status.code
    }
    #expect(try await post(("/tally/events?node=tally&event=add\(tab)", "data=1")) == 403)
    let stranger = PageLoad(of: RandomID.next(), number: RandomID.short())
    #expect(try await post(("/tally/events?node=tally&event=add\(tab)", "data=1&~load=\(stranger)")) == 403)
    #expect(try await post(("/tally/events?node=tally&event=add\(tab)", "data=1&~load=x")) == 422)
    #expect(try await post(form) == 303)
  }

  @Test func `a form from before a restart finds its browser's tree`() async throws {
    var browser = PlainBrowser(try Self.site(.browser))
    try await browser.open("/tally")
    let form = try browser.form(pressing: "One")
    let after = try Self.site(.browser)
    let request = try Request(
      .post, form.action,
      headers: [
        .accept: MediaType.json.description, .contentType: MediaType.form.description, "Origin": "http://here",
        .host: "here", .cookie: try #require(browser.cookie),
      ], body: Array(form.body.utf8))
    #expect(try await after.reply(to: request).status == .ok)
  }
}
