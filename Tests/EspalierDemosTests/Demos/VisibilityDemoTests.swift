import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import EspalierTestSupport
import Testing

/// What viewers have in view, as a client without a window reports it.
@Suite struct VisibilityDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(pace: 100, log: .silent)))
  }

  @Test func `pressing a title and scrolling to a section choose the same title (F9)`() async throws {
    let page = try await open("/category")
    func chosen() -> [String?] {
      page["titles"]?.children.filter { $0["isChosen"] == true }.map { $0["name"]?.text } ?? []
    }
    #expect(page["wares"]?.children.map { $0.children.count - 1 } == [8, 9, 8, 13, 7, 4, 5, 5, 7, 2, 10, 5, 4])
    #expect(chosen() == ["Apples"])
    let pressed = try await page.send("choose", from: "titles/4")
    #expect(chosen() == ["Quinces"] && pressed.changed == ["titles/0", "titles/4"])
    #expect(
      pressed.document["effects"] == [["effect": "scroll", "node": "wares/4", "to": "start", "smooth": true]])
    let scrolled = try await page.report(appeared: ["wares/5"])
    #expect(chosen() == ["Berries"] && scrolled.changed == ["titles/4", "titles/5"])
    #expect(
      scrolled.document["effects"] == [["effect": "scroll", "node": "titles/5", "to": "nearest", "smooth": true]])
  }

  @Test func `a picture is loaded once, when its row comes near (F15, F28)`() async throws {
    let page = try await open("/working-range")
    func state(_ row: String) -> JSON? { page[row]?["state"] }
    let receipt = try await page.report(appeared: ["2", "1"])
    #expect(receipt.changed == ["1", "2"] && state("1") == "running" && state("3") == "away")
    try await until {
      try await page.reload()
      return state("1") == "here" && state("2") == "here"
    }
    #expect(page["header"]?["count"] == 2)
    let again = try await page.report(appeared: ["1"])
    #expect(again.changed == [] && state("1") == "here")
  }

  @Test func `appearing and disappearing rows are logged, newest first, in a log of limited length (F32)`() async throws
  {
    let page = try await open("/display")
    func log() -> [String?] { page["seenLog"]?.children.dropFirst().map { $0["text"]?.text } ?? [] }
    try await page.report(appeared: ["sections/1/2", "sections/1", "sections/1/1"])
    #expect(log() == ["Lavender appeared", "Climbing rose appeared", "Rose walk appeared"])
    try await page.report(appeared: ["sections/2"], disappeared: ["sections/1/1"])
    #expect(log().prefix(2) == ["Kitchen garden appeared", "Climbing rose disappeared"])
    for _ in 0..<30 {
      try await page.report(appeared: ["sections/6/1", "sections/6/2"])
      try await page.report(disappeared: ["sections/6/1", "sections/6/2"])
    }
    #expect(log().count == 60)
    try await page.send("pause", from: "seenLog/header")
    try await page.send("clear", from: "seenLog/header")
    try await page.report(appeared: ["sections/3"])
    #expect(log() == [])
  }
}
