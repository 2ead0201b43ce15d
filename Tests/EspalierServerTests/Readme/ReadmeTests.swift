import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// What the README shows compiles, and does what it says.
@Suite struct ReadmeTests {
  private func file(_ folder: String, _ name: String) throws -> String {
    try #require(TextFolder(folder, ending: name).files().first { $0.name == name }).text
  }

  @Test func `the README's page is the one that is tested here`() throws {
    let page = try file("Tests/EspalierServerTests/Readme", "ReadmePage.swift")
    let start = try #require(page.ranges(of: "struct Post ").first?.lowerBound)
    #expect(try file(".", "README.md").contains(page[start...]))
  }

  @Test func `the README's list as a value compiles`() throws {
    let list = try file("Tests/EspalierServerTests/Readme", "ReadmeList.swift")
    let readme = try file(".", "README.md")
    for (first, last) in [("struct TaskRow", "\n}\n"), ("list.set(", "\n}\n")] {
      let start = try #require(list.ranges(of: first).first?.lowerBound)
      let end = try #require(list[start...].ranges(of: last).first?.upperBound)
      #expect(readme.contains(list[start..<end]))
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
    let page = try file("Tests/EspalierServerTests/Readme", "ReadmePage.swift")
    let start = try #require(page.ranges(of: "struct Photo: Content").first?.lowerBound)
    let end = try #require(page.ranges(of: "final class PostList").first?.lowerBound)
    // As many lines as the sketch has, up to its site.
    #expect(page[start..<end].split(separator: "\n").count <= 21)
  }
}
