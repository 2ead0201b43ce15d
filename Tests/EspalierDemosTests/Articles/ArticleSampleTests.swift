import EspalierTestSupport
import Espalier
import EspalierLocks
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Samples of articles that are not whole pages. Tests compile them or use them as they are.
@Suite struct ArticleSampleTests {
  private static let core = "Sources/Espalier/Espalier.docc"
  private static let server = "Sources/EspalierServer/EspalierServer.docc"

  @Test func `the article's service that changes by itself is compiled`() {
    let compiled = CompiledSwift(in: "Tests/EspalierDemosTests/Articles")
    let clock = Document("Services.md", in: Self.core).paragraphs(ofBlocksWith: "final class Clock")
    #expect(!clock.isEmpty && clock.allSatisfy(compiled.contains))
  }

  @Test func `the first article's page is compiled`() {
    let compiled = CompiledSwift(in: "Tests/EspalierDemosTests/Articles")
    let page = Document("GettingStarted.md", in: Self.server).paragraphs(ofBlocksWith: "struct ChoreRow")
    let own = page.filter { !($0.first?.hasPrefix("import") ?? false) && !($0.first?.hasPrefix("let site") ?? false) }
    #expect(own.count > 8)
    for paragraph in own {
      let isCompiled = compiled.contains(paragraph)
      #expect(isCompiled, "\(paragraph.joined(separator: "\n"))")
    }
  }

  @Test func `the first article's page shows all five ways to talk`() async throws {
    let site = Site(log: .silent) { Page("/chores", title: "Chores") { ChoresPage.ChoreList() } }
    let weather = ChoresPage.Weather()
    site.provide(weather)
    let page = try await TestPage.open("/chores", over: InProcess(site))
    #expect(page["footer"]?["open"] == 1 && page["footer"]?["degrees"] == 21)
    try await page.send("add", from: "header", data: "Feed the cat")
    #expect(page["2"]?["title"] == "Feed the cat" && page["footer"]?["open"] == 2)
    try await page.send("finish", from: "1")
    #expect(page["1"] == nil && page["footer"]?["open"] == 1)
    weather.degrees.update { $0 = 30 }
    try await page.send("add", from: "header", data: "Open a window")
    #expect(page["footer"]?["degrees"] == 30)
  }

  @Test func `the article's page template serves a page with streaming, and nothing is missing`() throws {
    let article = try #require(TextFolder(Self.server, ending: "PageTemplates.md").files().first?.text)
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
