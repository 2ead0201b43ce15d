import EspalierTestSupport
import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// Lists that grow: page by page, after a pull, and when their end comes near.
@Suite struct GrowingDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(pace: 100, log: .silent)))
  }

  private func until(_ page: TestPage, _ holds: () -> Bool) async throws {
    try await EspalierTestSupport.until {
      if holds() { return true }
      try await page.reload()
      return holds()
    }
  }

  private func rows(_ page: TestPage) -> [TestNode] { page[""]?.children.filter { $0.type.hasSuffix("Row") } ?? [] }

  private func state(_ page: TestPage, _ kind: String, in cell: String = "footer") -> JSON? {
    page[cell]?["paging"]?[kind]?["state"]
  }

  private func loadMore(_ page: TestPage) async throws {
    try await page.send("loadMore", from: "footer")
    #expect(state(page, "more") == "running")
    try await until(page) { state(page, "more") != "running" }
  }

  @Test func `a list loads twenty rows at a time, fails once, retries and ends (F3, F72)`()
    async throws
  {
    let page = try await open("/growing")
    #expect(rows(page).count == 20)
    try await loadMore(page)
    #expect(rows(page).count == 40)
    try await loadMore(page)
    #expect(rows(page).count == 40 && state(page, "more") == "failed")
    #expect(page["footer"]?["paging"]?["more"]?["reason"] == "The connection failed.")
    for count in [60, 80] {
      try await loadMore(page)
      #expect(rows(page).count == count)
    }
    #expect(state(page, "more") == "finished")
    let html = try await page.html()
    #expect(html.contains("<span>20 rows added.</span> End of the list."))
  }

  @Test func `a refresh starts the list again, and rows change from packed to sent (RFR-10, F71)`()
    async throws
  {
    // In the case's words: "Cell 1" is order 1001 when it is packed, and "Refreshing 1" when it is sent.
    let orders = ["Order 1001, 1 fig", "Order 1002, 6 currants", "Order 1003, 1 quince", "Order 1004, 10 roses"]
    let page = try await open("/growing")
    try await loadMore(page)
    let before = try await page.html()
    for row in orders { #expect(before.contains("<span>\(row)</span><span class=\"note\">packed, page 1</span>")) }
    try await page.send("refresh", from: "header")
    #expect(state(page, "refreshing", in: "header") == "running" && rows(page).count == 40)
    try await page.send("refresh", from: "header")
    try await until(page) { state(page, "refreshing", in: "header") == "ready" }
    #expect(rows(page).count == 20 && state(page, "more") == "ready")
    let after = try await page.html()
    for row in orders { #expect(after.contains("<span>\(row)</span><span class=\"note\">sent, read 2×</span>")) }
    #expect(!after.contains(">packed, page"))
    #expect(rows(page).first?["readings"] == 1, "two requests refresh once")
  }

  @Test func `a diary loads 41 days at each end, five times, and one end fails once without stopping the other (F79)`()
    async throws
  {
    let page = try await open("/two-way")
    func loadEarlier() async throws {
      try await page.send("loadEarlier", from: "header")
      #expect(state(page, "earlier", in: "header") == "running")
      try await until(page) { state(page, "earlier", in: "header") != "running" }
    }
    #expect(page[""]?.children.filter { $0.type == "DiaryDay" }.map { $0["id"] } == (0..<41).map { .int($0) })
    try await loadEarlier()
    try await loadEarlier()
    #expect(state(page, "earlier", in: "header") == "failed" && state(page, "more") == "ready")
    try await loadMore(page)
    #expect(state(page, "more") == "ready" && state(page, "earlier", in: "header") == "failed")
    for _ in 2...5 { try await loadEarlier() }
    for _ in 2...5 { try await loadMore(page) }
    #expect(state(page, "earlier", in: "header") == "finished" && state(page, "more") == "finished")
    let days = page[""]?.children.filter { $0.type == "DiaryDay" }.map { $0["id"] }
    #expect(days == (-205..<246).map { .int($0) })
    let today = "<b>1 May</b><span>Water the seedlings</span><span class=\"note\">today</span>"
    #expect(try await page.html().contains(today))
  }

  @Test func `each load adds five trees, up to the last tree (F21)`() async throws {
    let page = try await open("/tail")
    #expect(rows(page).map { $0["id"] } == (0..<16).map { .int($0) })
    for count in stride(from: 21, through: 101, by: 5) {
      try await loadMore(page)
      #expect(rows(page).count == count)
    }
    #expect(state(page, "more") == "finished")
  }
}
