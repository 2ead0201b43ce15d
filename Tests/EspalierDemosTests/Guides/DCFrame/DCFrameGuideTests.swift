import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The examples ported in the guide for DCFrame users behave as they do in DCFrame.
@Suite struct DCFrameGuideTests {
  private let site = Site(templates: "none", files: "none", log: .silent) {
    Page("/posts", title: "Posts") { ModuleCommunication.PostListModel() }
  }

  @Test(arguments: [("like", "Like", "red"), ("comment", "Comment", "yellow"), ("share", "Share", "blue")])
  func `a press changes the photo of its own post and no other`(event: String, text: String, color: String)
    async throws
  {
    let page = try await TestPage.open("/posts", over: InProcess(site))
    let receipt = try await page.send(event, from: "B/interactive")
    #expect(receipt.changed == ["B/photo"])
    #expect(receipt.handledBy == ["B"])
    #expect(page["B/photo"]?["text"]?.text == text)
    #expect(page["B/photo"]?["color"]?.text == color)
  }
}
