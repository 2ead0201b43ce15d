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

  @Test func `the plugin of the article on plugins is compiled and tested`() {
    let compiled = CompiledSwift(in: "Tests/EspalierPluginTests")
    let plugin = Document("WritingAPlugin.md", in: Self.core).paragraphs(ofBlocksWith: "final class ReadMarks")
    #expect(plugin.count > 8)
    for paragraph in plugin { #expect(compiled.contains(paragraph), "\(paragraph.joined(separator: "\n"))") }
  }

  @Test func `the samples of the article on bindings are those of the demo`() {
    let compiled = CompiledSwift(in: "Sources/EspalierDemos/Binding")
    let article = Document("Bindings.md", in: Self.core)
    let samples = article.paragraphs(ofBlocksWith: "present(")
    #expect(!samples.isEmpty)
    for paragraph in samples { #expect(compiled.contains(paragraph), "\(paragraph.joined(separator: "\n"))") }
  }

  @Test func `the sample of the article on files is compiled`() {
    let compiled = CompiledSwift(in: "Tests/EspalierDemosTests/Articles")
    let article = Document("FilesFromViewers.md", in: Self.server)
    let form =
      article.paragraphs(ofBlocksWith: "struct NewPicture") + article.paragraphs(ofBlocksWith: "on(PictureForm.add)")
    #expect(form.count > 3)
    for paragraph in form { #expect(compiled.contains(paragraph), "\(paragraph.joined(separator: "\n"))") }
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
