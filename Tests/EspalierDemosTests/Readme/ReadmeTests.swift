import Espalier
import EspalierHTTP
import EspalierServer
import Testing

/// The README's page is compiled in `espalier-trials`, where other tests run its commands.
@Suite struct ReadmeTests {
  @Test func `the readme's page is the compiled one`() {
    let compiled = CompiledSwift(in: "Tests/EspalierTrials")
    let paragraphs = Document("README.md").paragraphs(ofBlocksWith: "struct Dish")
      .filter { !($0.first?.hasPrefix("import ") ?? false) && !($0.first?.hasPrefix("let site ") ?? false) }
    #expect(paragraphs.count > 4)
    for paragraph in paragraphs {
      let isCompiled = compiled.contains(paragraph)
      #expect(isCompiled, "\(paragraph.joined(separator: "\n"))")
    }
  }

  @Test func `the readme has at most 150 lines`() throws {
    let text = try #require(TextFolder(".", ending: "README.md").files().first?.text)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }
}
