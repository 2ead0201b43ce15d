import EspalierTestSupport
import EspalierLocks
import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The examples ported in the guide for ReactiveDataDisplayManager users behave as they do there.
@Suite struct RDDMGuideTests {
  private struct Unreachable: Error {}

  /// Two pages of services. Loading the second page fails the first time.
  private func open() async throws -> TestPage {
    let tries = Lock(0)
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/services", title: "Services") {
        Subscriptions.ServiceList { number in
          let isFirstTry = tries.withLock { tries in
            tries += 1
            return tries == 2
          }
          if isFirstTry { throw Unreachable() }
          return number > 1 ? [] : ["a", "b "].map { Subscriptions.PaidService(id: "\($0)\(number)") }
        }
      }
    }
    let page = try await TestPage.open("/services", over: InProcess(site))
    try await loadMore(page)
    return page
  }

  private func loadMore(_ page: TestPage) async throws {
    try await page.send("loadMore", from: "footer")
    try await until {
      try await page.reload()
      return state(page) != "running"
    }
  }

  private func state(_ page: TestPage) -> String? { page["footer"]?["paging"]?["more"]?["state"]?.text }
  private func rows(_ page: TestPage) -> [String] {
    page[""]?.children.filter { $0.type == "PaidService" }.map(\.address) ?? []
  }

  @Test func `the event names the service that was bought`() async throws {
    let page = try await open()
    let receipt = try await page.send("buy", from: "b~200")
    #expect(receipt.changed == ["b~200"])
    #expect(page["b~200"]?["isBought"] == true)
  }

  @Test func `a page that fails to load is loaded again, and an empty page ends the list`() async throws {
    let page = try await open()
    #expect(rows(page) == ["a0", "b~200"])
    try await loadMore(page)
    #expect(state(page) == "failed")
    #expect(page["footer"]?["paging"]?["more"]?["reason"] == "The shop does not answer.")
    for (count, state) in [(4, "ready"), (4, "finished")] {
      try await loadMore(page)
      #expect(rows(page).count == count)
      #expect(self.state(page) == state)
    }
  }

  @Test func `plugins select rows and move them`() async throws {
    let page = try await open()
    let selected = try await page.send("select", from: "b~200", data: true)
    #expect(selected.changed == ["b~200"])
    func isSelected(_ row: String) -> Bool { page[row]?.events.first { $0["name"] == "select" }?["example"] == false }
    #expect(isSelected("b~200") && !isSelected("a0"), "pressing it again would deselect it")
    try await page.send("move", from: "b~200", data: ["before": "a0"])
    #expect(rows(page) == ["b~200", "a0"] && isSelected("b~200"))
  }
}
