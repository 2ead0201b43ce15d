import EspalierServerTestSupport
import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The samples in the article on forms compile and behave as the article says.
@Suite struct FormsArticleTests {
  private struct Strict: Content {
    struct Fields: Codable, Hashable, Sendable { var seats: Int }
    static let send = Event<Fields>("send")
    var html: HTML { "<form \(Self.send)><input name=\"seats\"><button>Order</button></form>" }
  }

  private let site = Site(log: .silent) {
    Page("/orders", title: "Orders") { FormsArticle.OrderList() }
    Page("/strict", title: "Strict") { ContainerModel(ListSection { Strict() }) }
  }

  @Test func `after a handler refuses a form, the form shows the typed values and the reason`() async throws {
    let page = try await TestPage.open("/orders", over: InProcess(site))
    for (name, seats, problem) in [
      ("", "2", "Who is it for?"), ("Ann", "", "1 to 8 seats, please."), ("Ann", "9", "1 to 8 seats, please."),
    ] {
      try await page.send("send", from: "orderForm", data: ["name": .string(name), "seats": .string(seats)])
      #expect(page["orderForm"]?["problem"] == .string(problem))
      #expect(page["orderForm"]?["typed"] == ["name": .string(name), "seats": .string(seats)])
    }
    let receipt = try await page.send("send", from: "orderForm", data: ["name": "Ann", "seats": "2"])
    #expect(page["booking"]?["seats"] == 2)
    #expect(page["orderForm"]?["problem"] == "")
    #expect(receipt.changed.contains("orderForm"))
  }

  @Test func `refused values and the reason are shown without JavaScript too`() async throws {
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/orders")
    try await browser.submit("name=&seats=%3C2")
    #expect(browser.status == 200)
    #expect(browser.html.contains("Who is it for?") && browser.html.contains("value=\"&lt;2\""))
  }

  @Test(arguments: [("", "must be a whole number"), ("x", "must be a whole number"), ("1e3", "must be a whole number")])
  func `for data that does not fit, the server's page names the field and links back`(
    seats: String, reason: String
  ) async throws {
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/strict")
    try await browser.submit("seats=\(seats)")
    #expect(browser.status == 400)
    #expect(browser.html.contains("data.seats: \(reason).</p>"))
    #expect(browser.html.contains("<code>data.seats</code>"))
    #expect(browser.html.contains("Go back in your browser"))
    #expect(browser.html.contains("<a href=\"/strict\">Strict</a>"))
  }

  @Test func `the reply names the range that a number exceeds`() async throws {
    var browser = PlainBrowser(try InProcess(site))
    try await browser.open("/strict")
    try await browser.submit("seats=-99999999999999999999")
    #expect(browser.html.contains("data.seats: must be a whole number from \(Int.min) to \(Int.max).</p>"))
  }
}
