import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The examples ported in the guide for DeclarativeTVC users behave as they do in DeclarativeTVC.
@Suite struct DeclarativeTVCGuideTests {
  private let site = Site(templates: "none", files: "none", log: .silent) {
    Page("/table", title: "Table") { TableWithSections.Table() }
  }

  @Test func `the table is set as a value and finds out what changed (H-B10)`() async throws {
    let page = try await TestPage.open("/table", over: InProcess(site))
    let receipt = try await page.send("select", from: "actions/Apply~20animations")
    #expect(page["first"]?.children.map { $0["titleText"]?.text } == ["Header 1", "Paragraph 13", "Paragraph 11"])
    // One row was removed. The others moved or stayed, and none was made again.
    #expect(receipt.changed == ["first/Paragraph~2012"])
  }
}
