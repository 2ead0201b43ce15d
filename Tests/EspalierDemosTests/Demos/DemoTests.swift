import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// Tests with an argument run twice: in this process and over a socket.
@Suite struct DemoTests {
  enum Way: String, CaseIterable { case inProcess, overSocket }

  private func open(_ path: String, _ way: Way) async throws -> TestPage {
    let site = try DemoSite.make(log: .silent)
    switch way {
    case .inProcess: return try await TestPage.open(path, over: InProcess(site))
    case .overSocket: return try await TestPage.open(path, over: OverSocket(site))
    }
  }

  @Test(arguments: Way.allCases)
  func `Like in post B changes the photo of B and nothing else (CON-20)`(way: Way) async throws {
    let page = try await open("/posts", way)
    let receipt = try await page.send("like", from: "B/actions")
    #expect(receipt.changed == ["B/photo"])
    #expect(receipt.handledBy == ["B"])
    #expect(page["B/photo"]?["tone"] == "red")
    #expect(page["B/photo"]?["text"] == "Like")
    try await page.send("comment", from: "B/actions")
    #expect(page["B/photo"]?["tone"] == "yellow")
    try await page.send("share", from: "A/actions")
    #expect(page["A/photo"]?["tone"] == "blue")
    #expect(page["B/photo"]?["tone"] == "yellow")
  }

  @Test(arguments: Way.allCases)
  func `the posts of users A to D, here Ada, Ben, Cleo and Dora, have 4, 4, 1 and 2 comments`(way: Way) async throws {
    let page = try await open("/posts", way)
    let posts = page[""]?.children ?? []
    #expect(posts.map(\.address) == ["A", "B", "C", "D"])
    #expect(posts.map { $0.children.count { $0.type == "Comment" } } == [4, 4, 1, 2])
  }

  @Test(arguments: Way.allCases)
  func `the cart's total is the sum of its products (CON-17)`(way: Way) async throws {
    let page = try await open("/cart", way)
    let total = { page["total"]?["cents"] }
    let more: JSON = ["product": "id1", "by": 1]
    let less: JSON = ["product": "id1", "by": -1]
    #expect(total() == 1602)
    let receipt = try await page.send("step", from: "Topsounds/id1", data: more)
    #expect(total() == 1818)
    #expect(receipt.changed == ["Topsounds/id1", "total"])
    try await page.send("step", from: "Topsounds/id1", data: less)
    #expect(total() == 1602)
    let nothing = try await page.send("step", from: "Topsounds/id1", data: less)
    #expect(total() == 1602)
    #expect(nothing.changed == [])
    #expect(try await page.html().contains("$16.02"))
  }

  @Test(arguments: Way.allCases)
  func `an event tells a bill outside the cart the total, from the start (F7, CON-17)`(way: Way) async throws {
    let page = try await open("/checkout", way)
    #expect(page[""]?.children.map(\.address) == ["cart", "bill"])
    #expect(page["bill"]?["sum"] == ["cents": 1602, "count": 4])
    let receipt = try await page.send("step", from: "cart/Topsounds/id1", data: ["product": "id1", "by": 1])
    #expect(page["bill"]?["sum"] == ["cents": 1818, "count": 5])
    #expect(receipt.changed == ["bill", "cart/Topsounds/id1"])
    #expect(receipt.document["shared"] == [])
  }

  @Test(arguments: Way.allCases)
  func `all readers show the newest letter, and a reader added later shows it at once (CON-21)`(way: Way) async throws {
    // In the case's words: "init value" is "No letter yet", and "value: 1" is "Letter 1".
    let page = try await open("/share", way)
    func texts() -> [JSON?] { page["listeners"]?.children.map { $0["text"] } ?? [] }
    #expect(texts() == Array(repeating: "No letter yet", count: 100))
    let receipt = try await page.send("shareNext", from: "sharer")
    #expect(texts() == Array(repeating: "Letter 1", count: 100))
    #expect(receipt.changed.count == 101)
    try await page.send("addCell", from: "sharer")
    #expect(texts() == Array(repeating: "Letter 1", count: 101))
  }

  @Test func `coded rows, rows from a file and rows from a block give the same markup`() async throws {
    let html = try await open("/simple", .inProcess).html()
    for (id, seed) in [(0, "Agastache"), (57, "Marjoram"), (100, "Zinnia")] {
      for column in [
        "coded/\(id)\" class=\"CodedRow", "file/\(id)\" class=\"FileRow", "block/\(id)\" class=\"BlockRow",
      ] {
        #expect(html.contains("<li id=\"\(column)\"><span class=\"note\">\(id)</span><span>\(seed)</span></li>"))
      }
    }
  }

  @Test func `the index has rooms for what somebody wants to build, with four demos each`() async throws {
    let page = try await open("/", .inProcess)
    let rooms = page[""]?.children ?? []
    #expect(rooms.map(\.address) == ["talk", "sell", "plan", "data", "media", "forms", "more"])
    let links = rooms.dropLast().map { $0.children.compactMap { $0["href"]?.text } }
    #expect(links.allSatisfy { $0.count == 4 } && Set(links.joined()).count == 24)
    #expect(links.first?.first == "/chat")
  }

  @Test func `a demo shows the Swift code that it is compiled from`() async throws {
    let html = try await open("/posts", .inProcess).html()
    #expect(html.contains("PostList.swift"))
    #expect(
      html.contains("on(Actions.like) { $0.share(Photo(text: $1, tone: &quot;red&quot;), to: PhotoModel.shown) }"))
  }

  @Test func `sending an event that a cell does not have fails the test`() async throws {
    let page = try await open("/posts", .inProcess)
    await #expect(throws: TestPage.Failure.self) { try await page.send("like", from: "B/photo") }
    await #expect(throws: TestPage.Failure.self) { try await page.send("like", from: "Z/actions") }
    await #expect(throws: TestPage.Failure.self) { try await page.send("like", from: "B/actions", data: 3) }
  }
}
