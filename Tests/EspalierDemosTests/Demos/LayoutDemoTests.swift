import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

@Suite struct LayoutDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(log: .silent)))
  }

  @Test func `a tile has the same height on every load and in every browser (H-A25)`() async throws {
    let site = try DemoSite.make(log: .silent)
    func tiles() async throws -> [JSON?] {
      let page = try await TestPage.open("/products", over: InProcess(site))
      return page["picked"]?.children.dropFirst().map { $0["height"] } ?? []
    }
    let first = try await tiles()
    #expect(first.count == 50 && Set(first.map { "\($0 ?? .null)" }).count > 5)
    #expect(try await tiles() == first)
  }

  @Test func `dropping a product is one operation, and the product can be restored (F5)`() async throws {
    let page = try await open("/products")
    #expect(page[""]?.children.map { $0.children.count { $0.type != "PartTitle" } } == [6, 8, 50])
    let receipt = try await page.send("drop", from: "picked/7")
    #expect(receipt.changed == ["picked/7", "picked/footer", "picked/header"])
    #expect(page["picked/7"] == nil && page["picked"]?.children.count == 51)
    try await page.send("restore", from: "picked/footer")
    #expect(page["picked/7"] != nil && page["picked/footer"] == nil)
  }

  @Test func `a press adds a word to one text only, which then has a new width (F31)`() async throws {
    let page = try await open("/sizes")
    #expect(page[""]?.children.map(\.address) == ["measured", "file", "full"])
    for kind in ["measured", "file", "full"] {
      #expect(
        page[kind]?.children.dropFirst().compactMap { $0["text"]?.text } == [
          "Pears", "Pears ripen", "Pears ripen late", "Pears ripen late in June",
        ])
      #expect(try await page.send("grow", from: "\(kind)/0").changed == ["\(kind)/0"])
      #expect(page["\(kind)/0"]?["text"] == "Pears ripen")
    }
    let html = try await page.html()
    #expect(html.contains("id=\"measured/0\" class=\"MeasuredText e-w-100 e-w-50\""))
  }

  @Test func `a month with more than six photos shows six, and all of them on request (F6)`() async throws {
    let page = try await open("/album")
    #expect(page[""]?.children.map(\.address) == (2015...2025).reversed().map { "\($0)" })
    func photos(_ month: String) -> Int { page[month]?.children.count { $0.type == "Photograph" } ?? 0 }
    let large = page["2025"]?.children.first { $0.children.contains { $0.type == "Unfold" } }
    let month = try #require(large?.address)
    #expect(photos(month) == 6)
    try await page.send("unfold", from: "\(month)/unfold")
    #expect(photos(month) > 6)
    try await page.send("unfold", from: "\(month)/unfold")
    #expect(photos(month) == 6)
  }

  @Test func `tags filter jobs, and finishing a job moves the circle (F38)`() async throws {
    let page = try await open("/compositional")
    #expect(page["jobs"]?.children.count == 9)
    try await page.send("choose", from: "tags/Water")
    #expect(page["jobs"]?.children.map(\.address) == ["jobs/beds", "jobs/fig"])
    #expect(try await page.send("finish", from: "jobs/fig").changed == ["activity/activity", "jobs/fig"])
    #expect(page["activity/activity"]?["done"] == 4)
    try await page.send("chooseAction", from: "jobs/fig", data: "drop")
    try await page.send("chooseAction", from: "jobs/beds", data: "drop")
    #expect(page["jobs"]?.children.map(\.type) == ["NoJob"])
    try await page.send("again", from: "jobs/noJob")
    #expect(page["jobs"]?.children.count == 9)
  }

  @Test func `thirty cards turn around, and none is rendered again (F60)`() async throws {
    let page = try await open("/titles")
    #expect(page[""]?.children.count == 31)
    let receipt = try await page.send("reverse", from: "header", data: true)
    #expect(receipt.changed == ["header"])
    #expect(page[""]?.children[1].address == "30")
  }
}
