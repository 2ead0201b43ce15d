import Espalier
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Testing

/// What is ported in the guide for those who come from DeclarativeTVC does what it did there.
@Suite struct DeclarativeTVCGuideTests {
  private let site = Site(templates: "none", files: "none", log: .silent) {
    Page("/table", title: "Table") { TableWithSections.Table() }
  }

  @Test func `the table is told what it is, and finds out what changed`() async throws {
    let page = try await TestPage.open("/table", over: InProcess(site))
    let receipt = try await page.send("select", from: "actions/Apply~20animations")
    #expect(page["first"]?.children.map { $0["titleText"]?.text } == ["Header 1", "Paragraph 13", "Paragraph 11"])
    // One row went; the others moved or stayed, and none was made anew.
    #expect(receipt.changed == ["first/Paragraph~2012"])
  }
}
