import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting
import Espalier
import Testing

@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

/// A site below a prefix: which requests reach it, and that every URL that it writes has the prefix.
@Suite struct PrefixTests {
  struct CardURL: SiteURL {
    static let path = "/card/{id}"
    var id: Int
  }
  struct SignInURL: SiteURL {
    static let path = "/sign-in"
    var back = ""
  }
  struct Person: Identifiable, Sendable { var id: String }

  struct Links: Content {
    static let go = Event<String>("go")
    static let go2 = Event<NoData>("note")
    var text = "\" href=\"/text"
    var html: HTML {
      """
      <a href="/list" title="\(text)">\(text)</a><a href="\(CardURL(id: 7))">7</a><img src="//host/a.png" alt="">\
      <code>href="/code"</code><button \(Self.go, sends: "/card/7?a=1")>Go</button><button \(Self.go2)>Note</button>
      """
    }
  }

  final class LinkList: ContainerModel {
    override init() {
      super.init()
      add(CellModel(Links(), key: "links"))
      on(Links.go) { $0.navigate(to: $1) }
      on(Links.go2) { list, _ in list.showNotice("Noted") }
    }
  }

  private func site(_ prefix: String = "/app", templates: String = "none", tools: [SiteTool] = []) -> Site {
    Site(templates: templates, files: "none", styles: ["/own.css"], log: .silent, tools: tools, prefix: prefix) {
      Page("/", title: "Front") { ContainerModel() }
      Page("/list", title: "List") { LinkList() }
      Page("/tab", title: "Tab", scope: .tab) { LinkList() }
      Page("/staff", title: "Staff") { ContainerModel() }.requiring(Person.self)
      Page(SignInURL.self, title: "Sign in") { _ in ContainerModel() }
      Page(CardURL.self, title: "Card", scope: .browser) { $0.id == 7 ? LinkList() : nil }
      Redirect("/old", to: CardURL(id: 7))
      Redirect("/away", to: "https://host/list")
      Route(.get, "/export") { request in
        Response(
          .seeOther,
          headers: [
            .location: "/list?from=\(request.path)", .link: "</list>; rel=\"a, </b>\", </c>; rel=c, <https://h/d>",
          ])
      }
    }.identify { request in request.headers["X-Name"].map(Person.init(id:)) }.signIn { SignInURL(back: $0) }
  }

  private func reply(
    _ target: String, _ method: EspalierHTTP.Method = .get, _ headers: Headers = [.accept: "text/html"],
    _ body: String = "", of site: Site? = nil
  ) async throws -> Response {
    let request = try Request(method, target, headers: headers, body: Array(body.utf8))
    return await EspalierServerTests.reply(of: site ?? self.site(), to: request)
  }

  private func location(_ target: String) async throws -> String? { try await reply(target).headers[.location] }

  private func text(_ response: Response) -> String { String(decoding: response.body.collected, as: UTF8.self) }

  /// The paths from the root in the attributes of markup.
  private func paths(in html: String) -> [String] {
    html.matches(of: /[ ](?:href|src|action|formaction|data-espalier|data-patches)="(\/[^\/"][^"]*|\/)"/).map {
      String($0.1)
    }
  }

  @Test(arguments: ["/app", "/tools/app-1"])
  func `requests below the prefix reach the site, and all others get 404`(prefix: String) async throws {
    let site = site(prefix)
    for path in ["/", "/list", "/list?a=1", "/card/7", "/healthz", "/readyz"] {
      #expect(try await reply(prefix + path, of: site).status == .ok, "\(path)")
    }
    for path in [
      "/", "/list", "/card/7", prefix + "x", prefix + "x/list", prefix + "/nothing", "/app/app/list", "/APP/list",
    ] {
      #expect(try await reply(path, of: site).status == .notFound, "\(path)")
    }
    #expect(try await reply(prefix + "/list/patches?format=json", .get, [:], of: site).status == .ok)
    #expect(try await reply("http://host\(prefix)/list", of: site).status == .ok)
    #expect(text(try await reply("/list", of: site)).contains("There is nothing at /list. This site is at \(prefix)/."))
  }

  @Test func `the prefix without its slash leads to the front page`() async throws {
    #expect(try await location("/app") == "/app/")
    #expect(try await location("/app?a=/b") == "/app/?a=/b")
    #expect(try await reply("/app", .post).status == .permanentRedirect)
  }

  @Test func `health checks answer in both places, also while every thread is busy`() async throws {
    let site = site()
    for path in ["/healthz", "/readyz", "/app/healthz", "/app/readyz"] {
      #expect(try await reply(path, of: site).status == .ok)
      #expect(site.responder.immediateResponse(to: try Request(.get, path))?.status == .ok)
    }
    #expect(site.responder.immediateResponse(to: try Request(.get, "/app/list")) == nil)
    #expect(try await reply("*", .options, of: site).headers[.allow] == "GET, HEAD, POST, OPTIONS")
  }

  @Test func `another spelling of a path is redirected once, outside and inside of the prefix`() async throws {
    #expect(try await location("/app/x/../list?a=1") == "/app/list?a=1")
    #expect(try await location("/%61pp/list") == "/app/list")
    #expect(try await location("/app/../list") == "/list")
    #expect(try await location("/app/card/007?a=1") == "/app/card/7?a=1")
    #expect(try await location("http://host/app/card/007") == "/app/card/7")
    #expect(try await reply("/app/a%2Fb").status == .notFound)
  }

  @Test func `headers have the prefix, whoever made them`() async throws {
    #expect(try await location("/app/old?a=1") == "/app/card/7?a=1")
    #expect(try await location("/app/away") == "https://host/list")
    let export = try await reply("/app/export")
    #expect(export.headers[.location] == "/app/list?from=/export")
    #expect(export.headers[.link] == "</app/list>; rel=\"a, </b>\", </app/c>; rel=c, <https://h/d>")
    let tree = try await reply("/app/list", .get, [.accept: "application/json"])
    #expect(tree.headers[.link]?.hasPrefix("</app/list/events") == true)
    #expect(
      tree.headers[.link]?.contains("<,/app") == false && tree.headers[.link]?.contains(", </app/list/patches") == true)
    #expect(try await location("/app/staff?a=1") == "/app/sign-in?back=%2Fstaff")
    #expect(try await reply("/app/staff", .get, [.accept: "text/html", "X-Name": "Ann"]).status == .ok)
  }

  @Test(arguments: ["/app/list", "/app/tab?tab=0123456789abcdef", "/app/card/7", "/app/"])
  func `every path in a page has the prefix once, and texts stay`(path: String) async throws {
    let html = text(try await reply(path))
    let paths = paths(in: html)
    #expect(paths.count > 8)
    for path in paths { #expect(path.hasPrefix("/app/") && !path.hasPrefix("/app/app"), "\(path)") }
    guard path != "/app/" else { return }
    for text in [
      "title=\"&quot; href=&quot;/text\"", ">&quot; href=&quot;/text<", "src=\"//host/a.png\"", "href=\"/code\"",
    ] {
      #expect(html.contains(text), "\(text)")
    }
  }

  @Test func `a browser without JavaScript presses, moves and returns below the prefix`() async throws {
    var browser = PlainBrowser(try InProcess(site()))
    try await browser.open("/app/card/7")
    try await browser.press("Note")
    #expect(browser.status == 200 && browser.html.contains("Noted"))
    #expect(browser.address.hasPrefix("/app/card/7#") || browser.address == "/app/card/7")
    try await browser.open("/app/list")
    try await browser.press("Go")
    #expect(browser.status == 200 && browser.address == "/app/card/7?a=1")
  }

  @Test func `replies to events have the prefix in each form`() async throws {
    func press(_ accept: String, _ headers: Headers = [:]) async throws -> String {
      let body = #"{"node": "links", "event": "go", "data": "/card/7?a=1"}"#
      let response = try await reply(
        "/app/list/events", .post, [.accept: accept, .contentType: "application/json"], body)
      return text(response)
    }
    #expect(try await press("application/vnd.espalier.patch+json") == #"[["@","","navigate","/app/card/7?a=1"]]"#)
    let receipt = try JSON(parsing: Array(try await press("application/json").utf8))
    #expect(receipt["events"]?.text?.hasPrefix("/app/list/events") == true)
    #expect(receipt["effects"]?[0]?["url"] == "/app/card/7?a=1")
    let snapshot = text(try await reply("/app/list/patches?format=json&dialect=dom&since=other.1", .get, [:]))
    #expect(snapshot.contains(#"href=\"/app/list\""#) && snapshot.contains(#"formaction=\"/app/list/events?"#))
    let turbo = text(try await reply("/app/list/patches?format=json&dialect=turbo&since=other.1", .get, [:]))
    #expect(turbo.contains(#"href=\"/app/list\""#) && turbo.contains(#"formaction=\"/app/list/events?"#))
  }

  @Test func `error pages have the prefix, with a template too`() async throws {
    let plain = paths(in: text(try await reply("/app/nothing")))
    #expect(plain.contains("/app/own.css") && plain.contains("/app/"))
    #expect(plain.allSatisfy { $0.hasPrefix("/app/") && !$0.hasPrefix("/app/app") })
    let early = site().core.earlyProblemFrame
    #expect(early.styles.allSatisfy { $0.hasPrefix("/app/") } && early.page?.path == "/app/")
    let folder = try TemporaryFolder()
    try folder.write(
      "problem.html", "<title>{{title}}</title>{{{espalier}}}<a href=\"/list\">List</a><main>{{{content}}}</main>")
    let site = site(templates: folder.path)
    try site.check()
    let templated = text(try await reply("/app/nothing", of: site))
    #expect(paths(in: templated).contains("/app/list") && paths(in: templated).contains("/app/"))
    #expect(paths(in: templated).allSatisfy { $0.hasPrefix("/app/") && !$0.hasPrefix("/app/app") })
  }

  @Test func `the tab's cookie is removed where the browser has set it`() async throws {
    let headers: Headers = [.accept: "text/html", .cookie: "espalier-tab=0123456789abcdef"]
    let cookies = try await reply("/app/tab", .get, headers).headers.values(of: .setCookie)
    #expect(cookies.contains { $0.hasPrefix("espalier-tab=;") && $0.contains("; Path=/app/tab;") })
    #expect(cookies.contains { $0.hasPrefix("espalier=") && $0.contains("; Path=/;") })
  }

  @Test func `the inspector is below the prefix too`() async throws {
    let site = site(tools: [.inspector(faults: .everyone)])
    for path in ["/app/list/tree", "/app/faults?page=/list"] {
      let paths = paths(in: text(try await reply(path, of: site)))
      #expect(paths.contains("/app/list"), "\(path)")
      #expect(paths.allSatisfy { $0.hasPrefix("/app/") && !$0.hasPrefix("/app/app") }, "\(path): \(paths)")
    }
    let form: Headers = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]
    #expect(
      try await reply("/app/faults?page=/list", .post, form, "drop=3", of: site).headers[.location]
        == "/app/faults?page=/list")
  }

  @Test func `the description of the site names the prefix as its server`() async throws {
    let description = try JSON(parsing: Array(text(try await reply("/app/openapi.json", .get, [:])).utf8))
    #expect(description["servers"] == [["url": "/app"]])
    #expect(description["paths"]?["/list"] != nil)
  }

  @Test func `without a prefix the site has the host for itself`() async throws {
    #expect(site("").responder is Router)
    #expect(try await reply("/list", of: site("")).status == .ok)
  }

  @Test(arguments: ["app", "/app/", "/", "/a b", "/../a"])
  func `an invalid prefix stops the start with a remedy`(prefix: String) {
    let error = #expect(throws: SiteError.self) { try site(prefix).check() }
    #expect(error?.reason.hasPrefix("prefix: \"\(prefix)\" is not a path prefix; write one such as /app") == true)
  }
}
