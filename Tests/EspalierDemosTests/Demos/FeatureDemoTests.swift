import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// The feature demos: each on a page of its own, and four of them on one page.
@Suite struct FeatureDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(log: .silent)))
  }

  private func rows(_ page: TestPage, of type: String, in address: String = "") -> [TestNode] {
    page[address]?.children.filter { $0.type == type } ?? []
  }

  @Test func `a query keeps the words that contain it, ignoring case, and an empty query keeps all (CON-19)`()
    async throws
  {
    let page = try await open("/search")
    let all = rows(page, of: "WordRow").map(\.address)
    #expect(all.count == 68)
    try await page.send("search", from: "header", data: "AN")
    let found = rows(page, of: "WordRow").map(\.address)
    #expect(
      found == ["Angelica", "Bean", "Coriander", "Cranberry", "Currant", "Mangold", "Orange", "Oregano", "Tansy"])
    #expect(found == all.filter { $0.lowercased().contains("an") })
    try await page.send("search", from: "header", data: "")
    #expect(rows(page, of: "WordRow").map(\.address) == all)
  }

  @Test func `when nothing matches, the list says so and the field stays (CON-19)`() async throws {
    let page = try await open("/search")
    try await page.send("search", from: "header", data: " xyz<b> ")
    #expect(page[""]?.children.map(\.type) == ["SearchField", "NoMatch"])
    #expect(page["header"]?["query"] == " xyz<b> ")
    #expect(try await page.html().contains("Nothing matches “ xyz&lt;b&gt; ”."))
    let receipt = try await page.send("showAll", from: "header")
    #expect(receipt.handledBy == [""])
    #expect(rows(page, of: "WordRow").count == 68)
  }

  @Test func `twelve rows are filtered by kind, and expanding one text changes no other row`() async throws {
    let page = try await open("/mixed")
    func kinds() -> [String] { (page[""]?.children ?? []).map(\.type).filter { $0 != "KindSwitch" } }
    #expect(kinds().count == 12)
    #expect(rows(page, of: "Section").map(\.children.count) == [7, 6, 4, 8])
    let receipt = try await page.send("toggle", from: "text-2")
    #expect(receipt.changed == ["text-2"])
    try await page.send("choose", from: "header", data: "users")
    #expect(kinds() == Array(repeating: "UserRow", count: 4))
    try await page.send("choose", from: "header", data: "colours")
    #expect(kinds() == Array(repeating: "Section", count: 4))
    try await page.send("choose", from: "header", data: "all")
    #expect(page["text-2"]?["isExpanded"] == true)
  }

  @Test func `removing the last row shows the empty view, and adding a row hides it`() async throws {
    let page = try await open("/empty")
    for id in 0..<4 { try await page.send("remove", from: "\(id)") }
    #expect(page[""]?.children.map(\.type) == ["RemovableHeader", "NoMoreData"])
    try await page.send("add", from: "header")
    #expect(page[""]?.children.map(\.type) == ["RemovableHeader", "RemovableRow"])
    #expect(page["4"]?["data"] == "Beetroot")
  }

  @Test func `switching between two lists of nine people removes one, adds one, renames two and moves four (DIF-08)`()
    async throws
  {
    let page = try await open("/diff")
    for _ in 0..<2 {
      let receipt = try await page.send("toggle", from: "header")
      guard case .array(let patch) = receipt.document["patch"] else {
        Issue.record("no patch")
        return
      }
      let rows = patch.filter { $0["path"]?.text?.hasPrefix("/children/0/") == false }
      func count(_ operation: JSON) -> Int { rows.count { $0["op"] == operation } }
      #expect([count("remove"), count("add"), count("replace"), count("move")] == [1, 1, 2, 4])
    }
    #expect(rows(page, of: "Member").map(\.address) == (1...9).map(String.init))
  }

  @Test func `the calendar shows the appointments of the original (F17), and the fifteenth is today`() async throws {
    let page = try await open("/calendar")
    let days = rows(page, of: "DayCell", in: "days")
    let dots = [2: 1, 4: 1, 7: 2, 12: 2, 13: 1, 17: 3, 20: 1, 21: 1, 25: 1, 26: 2]
    #expect(days.map { $0["dots"] } == (1...30).map { JSON.int(Int64(dots[$0] ?? 0)) })
    #expect(days.filter { $0["isToday"] == true }.map(\.address) == ["days/15"])
  }

  @Test func `selecting a day lists its appointments, and selecting it again hides them (DIF-15)`() async throws {
    let page = try await open("/calendar")
    let opened = try await page.send("select", from: "days/7")
    #expect(opened.changed == ["7-Hair", "7-Nails", "days/7", "days/footer"])
    #expect(page[""]?.children.map(\.address) == ["header", "days", "7-Hair", "7-Nails"])
    #expect(page["days/footer"]?["day"] == "June 7" && page["days/footer"]?["count"] == 2)
    let closed = try await page.send("select", from: "days/7")
    #expect(closed.changed == ["7-Hair", "7-Nails", "days/7", "days/footer"])
    #expect(page[""]?.children.map(\.address) == ["header", "days"])
  }

  @Test func `deleting an appointment deletes its dot, until all appointments are restored`() async throws {
    let page = try await open("/calendar")
    try await page.send("select", from: "days/2")
    try await page.send("delete", from: "2-Hair")
    #expect(page["days/2"]?["dots"] == 0)
    #expect(page[""]?.children.last?.type == "FreeDay")
    try await page.send("putBack", from: "header")
    #expect(page["days/2"]?["dots"] == 1)
    #expect(page["2-Hair"] != nil)
  }

  @Test func `a remark adds a row and changes the footer, both of its own item only`() async throws {
    let page = try await open("/feed")
    let receipt = try await page.send("say", from: "Finn/footer", data: "A figure of eight.")
    #expect(receipt.changed == ["Finn/1", "Finn/footer"])
    #expect(page["Finn/1"]?["data"] == "A figure of eight.")
    #expect(page["Finn/footer"]?["count"] == 2)
    let grown = try await page.send("grow", from: "Gil/growingText")
    #expect(grown.changed == ["Gil/growingText"])
  }

  @Test func `a name has no content type: its row is a template block and a value (A16)`() async throws {
    let page = try await open("/names")
    #expect(rows(page, of: "Name").count == 32)
    let receipt = try await page.send("select", from: "2")
    #expect(receipt.changed == ["2", "header"])
    #expect(page["header"]?["selected"] == ["Cleo"])
    #expect(page["2"]?["name"] == "Cleo")
    try await page.send("remove", from: "2")
    #expect(page["2"] == nil)
    #expect(page["header"]?["selected"] == [])
    try await page.send("restore", from: "header")
    #expect(rows(page, of: "Name").count == 32)
  }

  @Test func `the button adds rain to a service, which updates header and beds in the same change (F36)`()
    async throws
  {
    let page = try await open("/injected")
    let pressed = try await page.send("add", from: "header")
    #expect(pressed.changed.count == 21)
    #expect((1...20).allSatisfy { page["\($0)/stepRow"]?["value"] == 1 })
    #expect(page["7/stepRow"]?["section"] == 7)
  }

  @Test func `four features in one list work as on their own pages, and none receives events of another (A10)`()
    async throws
  {
    let page = try await open("/merged")
    #expect(page[""]?.children.map(\.type) == ["WordSearch", "RemovableList", "CalendarModel", "PostList"])
    for (path, key) in [("/search", "search"), ("/empty", "seedlings"), ("/calendar", "calendar"), ("/posts", "posts")]
    {
      let alone = try await open(path)
      let part = try #require(page[key])
      #expect(types(part) == types(try #require(alone[""])))
    }
    let searched = try await page.send("search", from: "search/header", data: "an")
    #expect(searched.handledBy == ["search"])
    #expect(searched.changed.allSatisfy { $0.hasPrefix("search/") })
    let selected = try await page.send("select", from: "calendar/days/7")
    #expect(selected.changed == ["calendar/7-Hair", "calendar/7-Nails", "calendar/days/7", "calendar/days/footer"])
    let removed = try await page.send("remove", from: "seedlings/1")
    #expect(removed.changed == ["seedlings/1", "seedlings/header"])
    let liked = try await page.send("like", from: "posts/B/actions")
    #expect(liked.handledBy == ["posts/B"])
    #expect(liked.changed == ["posts/B/photo"])
  }

  private func types(_ node: TestNode) -> [String] { [node.type] + node.children.flatMap(types) }

  @Test func `a chat that is open for a day keeps its newest messages and offers the earlier ones`() async throws {
    let page = try await open("/chat")
    func count() -> Int { rows(page, of: "MessageBubble", in: "history").count }
    let first = count()
    var most = 0
    for number in 1...200 {
      try await page.send("write", from: "footer", data: ["text": .string("Message \(number)"), "send": "send"])
      most = max(most, count())
    }
    #expect(first == 30 && most < 150 && count() >= 30)
    #expect(try await page.text(of: "history").contains("Message 200"))
    #expect(page["history/header"]?["paging"]?["earlier"]?["state"] == "ready")
  }
}
