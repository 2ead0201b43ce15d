import EspalierTestSupport
import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The lists ported in the guide for DDPresenter users.
@Suite struct AppStoreGuideTests {
  private struct Loader: AppStore.DataLoader {
    private func app(_ id: Int) -> AppStore.AppInfo { AppStore.AppInfo(id: id, name: "App \(id)") }
    func today() async -> [AppStore.TodayItem] {
      [.largest(app(1)), .small(app(2)), .composite([app(3), app(4)])]
    }
    func shelves() async -> [AppStore.Shelf] {
      [
        AppStore.Shelf(title: "New", isLarge: true, apps: [app(1), app(2)]),
        AppStore.Shelf(title: "Top", isLarge: false, apps: (1...5).map(app)),
      ]
    }
  }

  private let site: Site = {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/diff", title: "Diff") { ListExamples.DiffPage() }
      Page("/header", title: "Header") { ListExamples.HeaderFooterPage() }
      Page("/today", title: "Today") { AppStore.Today() }
      Page("/apps", title: "Apps") { AppStore.Apps() }
    }
    site.provide(Loader(), as: (any AppStore.DataLoader).self)
    return site
  }()

  private func open(_ path: String) async throws -> TestPage { try await TestPage.open(path, over: InProcess(site)) }

  @Test func `shuffling moves the blocks and changes none`() async throws {
    let page = try await open("/diff")
    func blocks() -> [String] { page[""]?.children.dropFirst().map(\.address) ?? [] }
    let inOrder = (0...20).map(String.init)
    #expect(blocks() == inOrder)
    for _ in 0..<3 {
      let before = blocks()
      let receipt = try await page.send("shuffle", from: "header")
      #expect(receipt.changed == [])
      guard case .array(let patch)? = receipt.document["patch"] else {
        Issue.record("no patch")
        return
      }
      // A shuffle gives the same order only once in 21! times.
      #expect(blocks() != before && blocks().sorted() == inOrder.sorted())
      #expect(!patch.isEmpty && patch.allSatisfy { $0["op"] == "move" })
    }
  }

  @Test func `headers and footers are replaced and updated like rows`() async throws {
    let page = try await open("/header")
    let first = try await page.send("switch", from: "header")
    #expect(first.changed == ["section/3", "section/footer", "section/header"])
    #expect(page["section/header"]?["text"] == "Header A")
    #expect(try await page.send("update", from: "header").changed == ["section/header"])
    #expect(page["section/header"]?["text"] == "Header A true")
    try await page.send("switch", from: "header")
    #expect(page["section/header"]?.type == "HeaderB")
    #expect(page["section"]?.children.count == 4)
  }

  private func loaded(_ path: String, when holds: (TestPage) -> Bool) async throws -> TestPage {
    let page = try await open(path)
    try await until {
      try await page.reload()
      return holds(page)
    }
    return page
  }

  @Test func `a service loads cards of three kinds for the page Today (C16)`() async throws {
    let page = try await loaded("/today") { $0["2"] != nil }
    #expect(page[""]?.children.map(\.address) == ["header", "1", "2", "composite-3"])
    #expect(page["composite-3"]?.children.map(\.address).last == "composite-3/4")
    #expect(page["2"]?["style"] == "small")
  }

  @Test func `a shelf of small apps is a strip with columns of three (C16)`() async throws {
    let page = try await loaded("/apps") { $0["Top"] != nil }
    #expect(page["New"]?.children.count == 3)
    #expect(page["Top"]?.children.dropFirst().map(\.children.count) == [3, 2])
    #expect(try await page.html().contains("e-strip"))
  }
}
