import EspalierServer
import Testing

/// The readme is short. Its page is compiled in `espalier-trials`, where other tests run its commands.
@Suite struct ReadmeTests {
  @Test func `the readme has at most 150 lines`() throws {
    let text = try #require(TextFolder(".", ending: "README.md").files().first?.text)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }
}
