import Espalier
import EspalierDemos
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Testing

@Suite struct LayoutDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(log: .silent)))
  }

  /// What the server computes for the cases at a width of 375: x, y, width and height by address.
  private struct Cases {
    let page: TestPage

    func callAsFunction(_ id: String, _ key: String = "") -> [Double]? {
      let address = key.isEmpty ? "\(id)/frame" : "\(id)/frame/\(key)"
      guard case .array(let numbers)? = page["\(id)/footer"]?["boxes"]?[address] else { return nil }
      return numbers.map { number in
        switch number {
        case .int(let value): Double(value)
        case .double(let value): value
        default: .nan
        }
      }
    }

    func place(_ id: String, _ key: String) -> [Double]? { self(id, key).map { Array($0.prefix(2)) } }
    func places(_ id: String, _ container: String, _ count: Int) -> [[Double]?] {
      (1...count).map { place(id, container.isEmpty ? "b\($0)" : "\(container)/b\($0)") }
    }
  }

  private func cases() async throws -> Cases { Cases(page: try await open("/layout")) }

  @Test(arguments: ["grid-of-boxes", "flow-of-boxes"])
  func `a grid places five boxes below a title (LAY-01)`(id: String) async throws {
    let boxes = try await cases()
    #expect(boxes(id, "title") == [0, 0, 375, 50])
    #expect(boxes.places(id, "grid", 5) == [[20, 50], [105, 50], [190, 50], [275, 50], [20, 135]])
    #expect(boxes(id) == [0, 0, 375, 215])
  }

  @Test func `a waterfall adds each box to the shortest column (LAY-02)`() async throws {
    let boxes = try await cases()
    let places: [[Double]] = [[15, 50], [192, 50], [192, 110], [15, 160], [192, 180], [15, 210]]
    #expect(boxes.places("waterfall", "falls", 6) == places)
    #expect(boxes("waterfall")?.last == 300)
  }

  @Test func `among equally short columns a waterfall chooses the first (LAY-03)`() async throws {
    let boxes = try await cases()
    #expect(boxes.places("waterfall-of-equals", "falls", 4) == [[0, 0], [100, 0], [0, 50], [100, 50]])
  }

  @Test func `a month has its label beside the photos and its tile on a new line (LAY-04)`() async throws {
    let boxes = try await cases()
    #expect(boxes("month", "year") == [0, 0, 375, 50])
    #expect(boxes("month", "month/label") == [0, 50, 80, 20])
    let photos: [[Double]] = [[100, 50], [185, 50], [270, 50], [100, 135], [185, 135], [270, 135]]
    #expect(boxes.places("month", "month", 6) == photos)
    #expect(boxes.place("month", "month/tile") == [100, 220])
    #expect(boxes("month")?.last == 260)
  }

  @Test func `each container has its own margins and begins a new line (LAY-07, LAY-08, LAY-09)`() async throws {
    let boxes = try await cases()
    #expect(boxes("margins", "inner/b1") == [0, 10, 375, 50])
    let rows = ["one/title", "one/p1", "one/p2", "two/title", "two/p1", "total"].map { boxes("shops", $0)?[1] }
    #expect(rows == [0, 50, 170, 310, 360, 500])
    #expect(boxes("shops")?.last == 550)
    let lines = ["a", "inner/b", "c", "d", "e"].map { boxes.place("line-starts", $0) }
    #expect(lines == [[0, 0], [0, 30], [0, 60], [0, 90], [80, 90]])
  }

  @Test func `a background without a size fills its container, including margins (A59)`() async throws {
    let boxes = try await cases()
    #expect(boxes("background", "all") == [0, 0, 375, 80])
    #expect(boxes("background", "b1") == [30, 10, 305, 50])
  }

  @Test func `separators are above or below, as thick as the row, its container or the site sets (CON-09)`()
    async throws
  {
    let boxes = try await cases()
    func heights(_ id: String) -> [Double?] { [boxes(id, "x")?.last, boxes(id, "y")?.last] }
    #expect(heights("separator-bottom") == [36, 36] && heights("separator-top") == [36, 36])
    #expect(heights("separator-own") == [32, 32])
    #expect(heights("separator-container") == [33, 36])
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
