import EspalierServerTestSupport
import EspalierTestSupport
import EspalierSQLite
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The sign-in of the article on sessions is compiled, and works against a table with and without JavaScript.
@Suite struct SessionsArticleTests {
  private typealias Login = SessionsArticle.Login
  private let folder: TemporaryFolder
  private let way: InProcess

  init() throws {
    let folder = try TemporaryFolder()
    let database = Database(
      folder.path + "/members.sqlite",
      schema: """
        CREATE TABLE IF NOT EXISTS member (name TEXT PRIMARY KEY, hash TEXT NOT NULL);
        INSERT OR IGNORE INTO member VALUES ('Ada', 'hash of secret');
        """)
    self.folder = folder
    let members = SessionsArticle.Members(database: database) { "hash of \($0)" == $1 }
    way = try InProcess(
      Site(templates: "none", files: "none", store: try .sqlite(folder.path + "/store.sqlite"), log: .silent) {
        Page("/sign-in", title: "Sign in", scope: .browser) {
          SessionsArticle.SignInPage(members, back: "/name")
        }
        Page("/shared", title: "Sign in") { SessionsArticle.SignInPage(members, back: "//evil.example") }
        Route(.get, "/name") { .text($0.session(Login.self)?.value.name ?? "nobody") }
        Route(.get, "/secret") { _ in .text("secret") }.requiring(String.self)
      }.provideSession(Login(), as: "login").identify(by: Login.self) { $0.name.isEmpty ? nil : $0.name })
  }

  @Test(arguments: ["/sign-in", "/shared"])
  func `a person signs in against the table, and only the new cookie counts`(path: String) async throws {
    let browser = TestBrowser(over: way)
    let page = try await browser.open(path)
    let before = page.cookie
    var receipt = try await page.send("enter", from: "signInForm", data: ["name": "Ada", "password": "guess"])
    #expect(receipt.document["effects"] == nil)
    #expect(try await browser.get("/secret").status == 401 && page.cookie == before)
    receipt = try await page.send("enter", from: "signInForm", data: ["name": "Ada", "password": "secret"])
    let target = path == "/shared" ? "/" : "/name"
    #expect(receipt.document["effects"]?[0]?["url"] == .string(target))
    #expect(page.cookie != before)
    #expect(try await browser.get("/secret").text == "secret")
    #expect(try await browser.get("/name").text == "Ada")
    let old = try await way.reply(to: Request(.get, "/secret", headers: [.cookie: try #require(before)]))
    #expect(old.status != .ok)
    try await page.send("leave", from: "signInForm")
    #expect(try await browser.get("/secret").status == 401)
  }

  @Test func `a page moves the selection of the list before it (D34)`() async throws {
    let mails = ["a", "b"].map { PeopleArticle.Mail(id: $0) }
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/mails", title: "Mails", scope: .browser) {
        let list = PeopleArticle.MailList()
        list.set(rows: mails)
        return list
      }
      Page("/mail", title: "Mail", scope: .browser) {
        let page = PeopleArticle.MailPage()
        page.add(mails[0])
        return page
      }
    }
    let browser = TestBrowser(over: try InProcess(site.provideSession(PeopleArticle.Opened(), as: "opened")))
    let list = try await browser.open("/mails")
    try await list.send("select", from: "a", data: true)
    func isSelected(_ mail: String) async throws -> Bool {
      try await list.html(of: mail).contains("aria-pressed=\"true\"")
    }
    #expect(try await isSelected("a"))
    let page = try await browser.open("/mail")
    try await page.send("next", from: "a", data: "b")
    try await list.settle()
    #expect(try await isSelected("b"))
    #expect(try await !isSelected("a"))
  }

  @Test func `it works without JavaScript too`() async throws {
    var browser = PlainBrowser(way)
    try await browser.open("/sign-in")
    let before = browser.cookie
    try await browser.submit("name=Ada&password=guess")
    #expect(browser.html.contains("do not fit") && browser.cookie == before)
    try await browser.submit("name=Ada&password=secret")
    #expect(browser.address == "/name" && browser.html == "Ada" && browser.cookie != before)
  }
}
