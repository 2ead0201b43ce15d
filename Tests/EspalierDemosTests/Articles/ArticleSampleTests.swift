import EspalierTestSupport
import Espalier
import EspalierLocks
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The samples of the first article and of the article on page templates work.
@Suite struct ArticleSampleTests {
  @Test func `the first article's page shows all five ways to talk`() async throws {
    let site = Site(log: .silent) {
      Page(ChoresPage.ChoresURL.self, title: "Chores") { ChoresPage.ChoreList($0) }
    }
    site.provide(ChoresPage.Household())
    let way = try InProcess(site)
    let (all, hers) = (
      try await TestPage.open("/chores", over: way), try await TestPage.open("/chores?who=Ann", over: way)
    )
    #expect(all["footer"]?["open"] == 1)
    try await all.send("add", from: "header", data: ["title": "Feed the cat", "who": "Bob"])
    #expect(all["2"]?["chore"]?["title"] == "Feed the cat" && all["footer"]?["open"] == 2)
    try await hers.reload()
    #expect(hers["2"] == nil && hers["footer"]?["open"] == 1)
    try await hers.send("finish", from: "1")
    try await all.reload()
    #expect(all["1"] == nil && all["footer"]?["open"] == 1)
  }

  @Test func `the article's page template serves a page with streaming, and nothing is missing`() throws {
    let articles = TextFolder("Sources/EspalierServer/EspalierServer.docc", ending: "PageTemplates.md")
    let article = try #require(articles.files().first?.text)
    let template = try #require(article.firstMatch(of: /```html\n(?<text>[^`]*)```/)).text
    let folder = try TemporaryFolder()
    try folder.write("page.html", String(template))
    let lines = Lock("")
    let log = Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    let site = Site(templates: folder.path, log: log) {
      Page("/", title: "Posts", template: "page", values: JSONObject([("note", "New")])) { ContainerModel() }
    }
    try site.check()
    #expect(lines.withLock { $0 } == "")
    #expect(template.contains(WireName.status))
  }
}
