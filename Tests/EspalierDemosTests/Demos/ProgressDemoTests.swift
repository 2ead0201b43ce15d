import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// A bar that moves from one end to the other.
@Suite struct ProgressDemoTests {
  private func open() async throws -> TestPage {
    try await TestPage.open("/progress", over: InProcess(try DemoSite.make(log: .silent)))
  }

  @Test func `each press moves the bar to its other end, and nothing else changes (F53)`() async throws {
    let page = try await open()
    #expect(page["bar"]?["percent"] == 0)
    #expect(try await page.send("animate", from: "buttons").changed == ["bar"])
    #expect(page["bar"]?["percent"] == 100)
    #expect(try await page.send("jump", from: "buttons").changed == ["bar"])
    #expect(page["bar"]?["percent"] == 0)
  }

  @Test func `the buttons and the code show the choice, and choosing does not move the bar (F53)`() async throws {
    let page = try await open()
    #expect(try await page.send("time", from: "times", data: "3 s").changed == ["buttons", "footer", "times"])
    #expect(try await page.send("bend", from: "curves", data: "Overshoot").changed == ["curves", "footer"])
    #expect(
      page["footer"]?["code"]
        == "bar.setState(animations: Animations(duration: .seconds(3), curve: .bezier(0.34, 1.4, 0.64, 1))) { … }")
    #expect(page["bar"]?["percent"] == 0)
  }

  @Test func `a duration that is not offered is refused (F53)`() async throws {
    let page = try await open()
    await #expect(throws: TestPage.Failure.self) { try await page.send("time", from: "times", data: "2 s") }
  }
}
