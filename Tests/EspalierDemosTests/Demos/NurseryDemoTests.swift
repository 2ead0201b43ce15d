import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// The demo of tables.
@Suite struct NurseryDemoTests {
  private func open() async throws -> TestPage {
    try await TestPage.open("/table", over: InProcess(try DemoSite.make(log: .silent)))
  }

  private func names(_ page: TestPage) -> [String] {
    page["bench"]?.children.compactMap { $0["plant"]?["name"]?.text } ?? []
  }

  @Test func `a title sorts forty rows, and a second press reverses them`() async throws {
    let page = try await open()
    #expect(names(page).count == 40 && names(page).first == "Apple mint")
    try await page.send("sort", from: "bench/header", data: ["column": "left"])
    #expect(names(page).prefix(2) == ["Mullein", "Cowslip"])
    let reverse = try await page.send(
      "sort", from: "bench/header", data: ["column": "left", "isDescending": true])
    #expect(names(page).first == "Lavender" && reverse.changed.contains("bench/header"))
  }

  @Test func `selling one moves its row, and changes the sums`() async throws {
    let page = try await open()
    try await page.send("sort", from: "bench/header", data: ["column": "left", "isDescending": true])
    let sold = page["bench/footer"]?["plants"]
    for _ in 0..<4 { try await page.send("sell", from: "bench/Lavender", data: "Lavender") }
    #expect(names(page).prefix(2) == ["Thyme", "Lavender"])
    #expect(page["bench/footer"]?["plants"] != sold)
  }

  @Test func `selected plants are ordered, ten of each`() async throws {
    let page = try await open()
    for name in ["Bay", "Rue"] { try await page.send("select", from: "bench/\(name)", data: true) }
    #expect(page["header"]?["selected"] == 2)
    try await page.send("order", from: "header")
    #expect(page["bench/Bay"]?["plant"]?["left"] == 14 && page["bench/Rue"]?["plant"]?["left"] == 13)
    #expect(page["header"]?["selected"] == 0)
  }

  @Test func `when no plant is low, the table says so in one cell across all columns`() async throws {
    let page = try await open()
    try await page.send("filter", from: "header", data: true)
    let low = names(page)
    #expect(low == ["Bay", "Cowslip", "Lovage", "Mullein", "Rue"])
    for name in low { try await page.send("select", from: "bench/\(name)", data: true) }
    try await page.send("order", from: "header")
    #expect(names(page).isEmpty && page["bench/noneLow"]?.type == "NoneLow")
  }
}
