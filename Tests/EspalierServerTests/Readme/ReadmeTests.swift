import Espalier
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Testing

/// What the README shows compiles, and does what it says.
@Suite struct ReadmeTests {
  /// Each argument begins a line of the block that is meant.
  @Test(arguments: ["struct Post ", "struct TaskRow"])
  func `the README's page and its list as a value are the ones that are tested here`(line: String) throws {
    let compiled = CompiledSwift(in: "Tests/EspalierServerTests/Readme")
    let paragraphs = Document("README.md").paragraphs(ofBlocksWith: line)
    #expect(paragraphs.count > 1)
    for paragraph in paragraphs {
      let isCompiled = compiled.contains(paragraph)
      #expect(isCompiled, "\(paragraph.joined(separator: "\n"))")
    }
  }

  @Test func `the README's test of a page holds`() async throws {
    let site = Site(log: .silent) { Page("/posts", title: "Posts") { PostList() } }
    let page = try await TestPage.open("/posts", over: InProcess(site))
    let receipt = try await page.send("like", from: "B/actions")
    #expect(page["B/photo"]?["tone"] == "crimson")
    #expect(receipt.changed == ["B/photo"])
  }

  @Test func `its post is no longer than the design's sketch`() throws {
    let page = try #require(
      TextFolder("Tests/EspalierServerTests/Readme", ending: "ReadmePage.swift").files().first?.text)
    let start = try #require(page.ranges(of: "struct Photo: Content").first?.lowerBound)
    let end = try #require(page.ranges(of: "final class PostList").first?.lowerBound)
    // As many lines as the sketch has, up to its site.
    #expect(page[start..<end].split(separator: "\n").count <= 21)
  }
}
