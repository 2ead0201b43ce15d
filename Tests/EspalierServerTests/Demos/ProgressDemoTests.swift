import Espalier
import EspalierDemos
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Testing

/// F53: a bar that goes from end to end.
@Suite struct ProgressDemoTests {
  private func open() async throws -> TestPage {
    try await TestPage.open("/progress", over: InProcess(try DemoSite.make(log: .silent)))
  }

  @Test func `each press takes the bar to its other end, and nothing else changes (F53)`() async throws {
    let page = try await open()
    #expect(page["bar"]?["percent"] == 0)
    #expect(try await page.send("animate", from: "buttons").changed == ["bar"])
    #expect(page["bar"]?["percent"] == 100)
    #expect(try await page.send("jump", from: "buttons").changed == ["bar"])
    #expect(page["bar"]?["percent"] == 0)
  }

  @Test func `what was chosen is said by the button and the code, and does not move the bar (F53)`() async throws {
    let page = try await open()
    #expect(try await page.send("time", from: "times", data: "3 s").changed == ["buttons", "footer", "times"])
    #expect(try await page.send("bend", from: "curves", data: "Overshoot").changed == ["curves", "footer"])
    #expect(
      page["footer"]?["code"]
        == "bar.setState(animations: Animations(duration: .seconds(3), curve: .bezier(0.34, 1.56, 0.64, 1))) { … }")
    #expect(page["bar"]?["percent"] == 0)
  }

  @Test func `a time that there is not is refused (F53)`() async throws {
    let page = try await open()
    await #expect(throws: TestPage.Failure.self) { try await page.send("time", from: "times", data: "2 s") }
  }
}
