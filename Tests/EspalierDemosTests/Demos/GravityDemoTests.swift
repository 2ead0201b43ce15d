import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// The jobs that stand by their hour.
@Suite struct GravityDemoTests {
  private func open() async throws -> TestPage {
    let page = try await TestPage.open("/gravity", over: InProcess(try DemoSite.make(pace: 1000, log: .silent)))
    try await page.settle(within: .seconds(60))
    return page
  }

  private func keys(_ page: TestPage) -> [String] {
    (page[""]?.children ?? []).map(\.address).filter { $0 != "header" }
  }

  @Test func `jobs that arrive as 3, 5, 4, 2 and 1 stand as 1 to 5, and folding keeps the order (GRV-07, F65)`()
    async throws
  {
    let page = try await open()
    #expect(keys(page) == ["1", "2", "3", "4", "5"])
    for _ in 0..<3 {
      try await page.send("steps", from: "4")
      #expect(keys(page) == ["1", "2", "3", "4", "Mix~20the~20compost", "Tie~20them~20to~20canes", "5"])
      try await page.send("steps", from: "4")
      #expect(keys(page) == ["1", "2", "3", "4", "5"])
    }
  }

  @Test func `an added job stands behind those of its hour, and only these may change places (H-E5)`() async throws {
    let page = try await open()
    try await page.send("add", from: "header", data: 3)
    #expect(keys(page) == ["1", "2", "3", "6", "4", "5"])
    #expect(page["header"]?["news"] == "Rake the path, at 3 o’clock")
    for data: JSON in [["by": 1], ["by": 2], [:], ["before": "1"]] {
      try await page.send("move", from: "6", data: data)
      #expect(keys(page) == ["1", "2", "3", "6", "4", "5"])
    }
    try await page.send("move", from: "6", data: ["by": -1])
    #expect(keys(page) == ["1", "2", "6", "3", "4", "5"])
    await #expect(throws: TestPage.Failure.self) { try await page.send("add", from: "header", data: 6) }
  }
}
