import Espalier
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Testing

/// The samples in the README compile and behave as it says.
@Suite struct ReadmeTests {
  /// Each argument is the start of a line in the tested block.
  @Test(arguments: ["struct Post ", "struct TaskRow"])
  func `the README's page and its list as a value are compiled here`(line: String) throws {
    let compiled = CompiledSwift(in: "Tests/EspalierServerTests/Readme")
    let paragraphs = Document("README.md").paragraphs(ofBlocksWith: line)
    #expect(paragraphs.count > 1)
    for paragraph in paragraphs {
      let isCompiled = compiled.contains(paragraph)
      #expect(isCompiled, "\(paragraph.joined(separator: "\n"))")
    }
  }

  @Test func `the test of a page in the README passes`() async throws {
    let site = Site(log: .silent) { Page("/posts", title: "Posts") { PostList() } }
    let page = try await TestPage.open("/posts", over: InProcess(site))
    let receipt = try await page.send("like", from: "B/actions")
    #expect(page["B/photo"]?["tone"] == "crimson")
    #expect(receipt.changed == ["B/photo"])
  }

  @Test func `the README's post is no longer than the design's sketch`() throws {
    let page = try #require(
      TextFolder("Tests/EspalierServerTests/Readme", ending: "ReadmePage.swift").files().first?.text)
    let start = try #require(page.ranges(of: "struct Photo: Content").first?.lowerBound)
    let end = try #require(page.ranges(of: "final class PostList").first?.lowerBound)
    // As many lines as the sketch has before its site.
    #expect(page[start..<end].split(separator: "\n").count <= 21)
  }
}
