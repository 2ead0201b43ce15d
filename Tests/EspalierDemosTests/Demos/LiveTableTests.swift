import EspalierServer
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierDemos
@testable import EspalierSQLite

/// A list that keeps up with two writers.
@Suite struct LiveTableTests {
  @Test func `the list equals the table whenever the writers stop, and the table keeps its least (F61)`() async throws {
    let tables = DemoTables()
    let site = try DemoSite.make(pace: 20, tables: tables, log: .silent)
    let page = try await TestPage.open("/live-table", over: InProcess(site))
    for round in 1...3 {
      try await page.send("play", from: "playControls", data: true)
      try await page.wait { moves($0) >= 30 * round }
      try await page.send("play", from: "playControls", data: false)
      // A move that had begun may still be committed.
      try await until {
        let boxes = try await tables.database.rows(
          "SELECT id, shelf, content FROM box ORDER BY shelf, id", as: BoxRow.self)
        try await page.reload()
        return try page.contents(as: BoxRow.self) == boxes && boxes.count >= 25
      }
    }
  }

  private func moves(_ page: TestPage) -> Int {
    if case .int(let moves)? = page["playControls"]?["moves"] { Int(moves) } else { 0 }
  }
}
