import EspalierServerTestSupport
import EspalierTestSupport
import Espalier
import EspalierSQLite
import EspalierServer
import EspalierTesting
import Foundation
import Testing

/// The samples in the articles on pages, routes, people and databases behave as the articles say.
@Suite struct SiteArticleTests {
  @Test func `pages and their URLs: the root gets the parameters, and nil is 404`() async throws {
    let browser = TestBrowser(over: try InProcess(PagesAndTheirURLsArticle.site()))
    let page = try await browser.open("/seeds")
    #expect(try page.contents(as: Label.self).map(\.text) == ["Basil", "Poppy"])
    let receipt = try await page.send("choose", from: "header")
    #expect(receipt.document["effects"]?[0]?["url"] == "/seeds?kind=herb")
    #expect(try await browser.open("/seeds?kind=herb").contents(as: Label.self).map(\.text) == ["Basil"])
    #expect(try await browser.open("/seeds/2").html().contains("<title>Poppy</title>"))
    #expect(try await browser.get("/seeds/9").status == 404)
  }

  @Test func `routes: they stand beside the pages, and have typed parameters`() async throws {
    let browser = TestBrowser(over: try InProcess(RoutesArticle.site(RoutesArticle.Board())))
    #expect(try await browser.post("/cards/1", form: ["name": "Reap"]).text == "renamed")
    #expect(try await browser.get("/export.csv").text == "1,Reap\n")
    #expect(try await browser.post("/cards/9", form: ["name": "Reap"]).status == 404)
    #expect(try await browser.open("/board")["1"]?["title"] == "Reap")
  }

  @Test(arguments: [(nil, 401), ("Ann", 200), ("Bob", 403)] as [(String?, Int)])
  func `sessions: a page requires a person`(name: String?, status: Int) async throws {
    let site = PeopleArticle.site(PeopleArticle.Weeks())
    let staff = [PeopleArticle.Member(id: "Ann", isStaff: true), PeopleArticle.Member(id: "Bob")]
    PeopleArticle.identify(in: site, by: PeopleArticle.Team(members: staff), "Staff")
    let password = name.map { Data("\($0):secret".utf8).base64EncodedString() }
    let browser = TestBrowser(
      over: try InProcess(site), headers: password.map { ["Authorization": "Basic \($0)"] } ?? [:])
    #expect(try await browser.get("/staff").status == status)
    #expect(try await browser.get("/export.csv").status == (name == nil ? 401 : 200))
  }

  @Test func `databases: parameters are values, and an event is written once`() async throws {
    let folder = try TemporaryFolder()
    let database = Database(
      folder.path + "/people.sqlite",
      schema: "CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, last TEXT NOT NULL, born REAL)")
    let name = "'; DROP TABLE person; --"
    try await DatabasesArticle.add(name, nil, to: database)
    let found = try await DatabasesArticle.find(name, in: database)
    #expect(found.map(\.last) == [name] && found.map(\.born) == [nil])
    let birthday = Date(timeIntervalSince1970: 60)
    #expect(try await DatabasesArticle.change(1, birthday, in: database, by: "event") == 1)
    #expect(try await DatabasesArticle.change(1, birthday, in: database, by: "event") == nil)
    #expect(try await DatabasesArticle.find(name, in: database).first?.born == birthday)
  }

  @Test func `restarts: a page continues with what it saved`() async throws {
    let folder = try TemporaryFolder()
    func site() -> Site {
      Site(store: try .sqlite(folder.path + "/pages.sqlite", waiting: .seconds(30)), log: .silent) {
        Page("/tasks", title: "Tasks") { RestartsArticle.TaskList.withForm() }
      }
    }
    do {
      let page = try await TestPage.open("/tasks", over: InProcess(site()))
      try await page.send("add", from: "header", data: "Sow")
    }
    #expect(try await TestPage.open("/tasks", over: InProcess(site()))["1"]?["title"] == "Sow")
  }

  @Test func `changing what you saved: the new types read what the old ones wrote`() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    let file = folder + "/pages.sqlite"
    do {
      let old = try await TestPage.open("/board", over: InProcess(oldSite(file)))
      try await old.send("add", from: "form", data: "Sow")
    }
    let new = try await TestPage.open("/board", over: InProcess(newSite(file)))
    #expect(new["1"]?["color"] == "red")
  }

  private func oldSite(_ file: String) -> Site { ChangingWhatYouSavedArticle.oldSite(file) }
  private func newSite(_ file: String) -> Site { ChangingWhatYouSavedArticle.newSite(file) }

  @Test func `languages: the texts of the library are those of the language`() {
    #expect(LanguagesArticle.german().words[.loadMore] == "Weitere Fotos")
    #expect(LanguagesArticle.french().words[.close] == "Fermer")
    #expect(LanguagesArticle.french().words[.loadMore] == Words.english[.loadMore])
  }

  @Test func `languages: a cell follows the language of its page`() async throws {
    let browser = TestBrowser(over: try InProcess(LanguagesArticle.site()))
    let page = try await browser.open("/posts")
    #expect(page["line"]?["text"] == "Good day")
    try await page.send("speak", from: "header")
    #expect(try await browser.get("/posts").text.contains("Guten Tag"))
  }

  @Test func `printing: what is folded is exported`() async throws {
    let site = Site(log: .silent) { Page("/answers", title: "Answers") { SiteArticles.Answers() } }
    let way = try InProcess(site)
    #expect(try await !TestPage.open("/answers", over: way).html().contains("Because."))
    #expect(try await TestPage.open("/answers?view=full", over: way).html().contains("Because."))
  }
}
