import Espalier
import EspalierLocks
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Samples of articles that are no whole pages: compiled, or used as they stand.
@Suite struct ArticleSampleTests {
  private static let folder = "Sources/Espalier/Espalier.docc"

  @Test func `the service that moves by itself is compiled`() {
    let compiled = CompiledSwift(in: "Tests/EspalierServerTests/Articles")
    let clock = Document("Services.md", in: Self.folder).paragraphs(ofBlocksWith: "final class Clock")
    #expect(!clock.isEmpty && clock.allSatisfy(compiled.contains))
  }

  @Test func `the article's page template serves a live page, and nothing is missing`() throws {
    let article = try #require(TextFolder(Self.folder, ending: "PageTemplates.md").files().first?.text)
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
