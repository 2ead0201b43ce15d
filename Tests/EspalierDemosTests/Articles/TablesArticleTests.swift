import EspalierServerTestSupport
import EspalierTestSupport
import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The samples in the article on tables compile and behave as the article says.
@Suite struct TablesArticleTests {
  private let site = Site(log: .silent) { Page("/shed", title: "Shed") { TablesArticle.Shed() } }

  @Test func `a title sorts the rows, and a row sells itself`() async throws {
    let page = try await TestPage.open("/shed", over: InProcess(site))
    #expect(page["header"]?["order"]?["column"] == "name")
    try await page.send("sort", from: "header", data: ["column": "kilos", "isDescending": true])
    #expect(page["header"]?["order"]?["isDescending"] == true)
    try await page.send("sell", from: "Cox", data: "Cox")
    #expect(page["Cox"] == nil && page["Bosc"]?["kilos"] == 30)
  }

  @Test func `without JavaScript, a title is a button of a form`() async throws {
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/shed")
    #expect(browser.html.contains("<th role=\"rowheader\" scope=\"row\">Bosc</th>"))
    #expect(browser.html.contains("/table.css\">"))
    try await browser.press("Kilos")
    #expect(browser.html.contains("aria-label=\"Kilos\" aria-sort=\"ascending\""))
  }

  @Test func `a row of nodes has the keys that the table asks for`() {
    #expect(TablesArticle.rowOfNodes().children.map(\.nodeKey) == ["name", "kilos", "sell"])
  }
}
