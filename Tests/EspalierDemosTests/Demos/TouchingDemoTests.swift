import EspalierTestSupport
import Espalier
import EspalierDemos
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Testing

/// Demos for pointer, touch and keyboard, used as a program uses them: through the events in their JSON.
@Suite struct TouchingDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(pace: 100, log: .silent)))
  }

  private func keys(_ page: TestPage, _ address: String) -> [String] {
    (page[address]?.children ?? []).map { String($0.address.split(separator: "/").last ?? "") }
  }

  @Test func `moving the third tile behind the sixth is one move and nothing else (CON-16, F4)`() async throws {
    let page = try await open("/reorder")
    let receipt = try await page.send("move", from: "tiles/3", data: ["before": "7"])
    #expect(receipt.handledBy == ["tiles"])
    guard case .array(let patch) = receipt.document["patch"] else {
      Issue.record("no patch")
      return
    }
    #expect(patch.count == 1 && patch.first?["op"] == "move")
    #expect(keys(page, "tiles") == ["header", "1", "2", "4", "5", "6", "3"] + (7...20).map(String.init))
    try await page.reload()
    #expect(keys(page, "tiles")[6] == "3")
  }

  @Test func `moving one of twenty chores to another day updates the counts of both days (F37)`()
    async throws
  {
    let page = try await open("/reorder")
    let days = ["Friday", "Saturday", "Sunday"]
    func counts() -> [JSON?] { days.map { page["week/\($0)/header"]?["count"] } }
    #expect(counts() == [7, 7, 6])
    try await page.send(
      "move", from: "week/Friday/Oil~20the~20shears", data: ["into": "Sunday", "before": "Write~20the~20diary"])
    #expect(counts() == [6, 7, 7])
    #expect(keys(page, "week/Sunday")[2] == "Oil~20the~20shears")
    try await page.send("move", from: "week/Sunday/Oil~20the~20shears", data: ["by": -9])
    #expect(counts() == [6, 8, 6])
    #expect(keys(page, "week/Saturday").last == "Oil~20the~20shears")
  }

  @Test func `filtering keeps the order that a user gave the rows (F23)`() async throws {
    let page = try await open("/mixed")
    try await page.send("choose", from: "header", data: "users")
    try await page.send("move", from: "Dora", data: ["before": "Ada"])
    #expect(keys(page, "") == ["header", "Dora", "Ada", "Ben", "Cleo"])
    try await page.send("choose", from: "header", data: "all")
    let people = keys(page, "").filter { ["Ada", "Ben", "Cleo", "Dora"].contains($0) }
    #expect(people == ["Dora", "Ada", "Ben", "Cleo"])
    #expect(keys(page, "").firstIndex(of: "Dora") == 3, "they keep their places in the list")
    try await page.send("move", from: "colours-1/header", data: [:])
    #expect(keys(page, "").last == "colours-1")
  }

  @Test func `one name or several are selected, and the receipt shows only the changed rows (CON-15)`() async throws {
    let page = try await open("/names")
    try await page.send("select", from: "2")
    let receipt = try await page.send("select", from: "5")
    #expect(receipt.changed == ["2", "5", "header"])
    try await page.send("choose", from: "header", data: "multiple")
    try await page.send("select", from: "0")
    #expect(page["header"]?["selected"] == ["Finn", "Ada"])
    try await page.send("select", from: "5")
    #expect(page["header"]?["selected"] == ["Ada"], "selecting it again deselects it")
  }

  @Test func `an alert names its row and changes nothing (F26)`() async throws {
    let page = try await open("/alert")
    let opened = try await page.send("select", from: "7")
    let alert = try #require(opened.dialogs.first)
    #expect(opened.changed == [] && alert.style == .alert && alert.title == "Row 7")
    #expect(alert.message == "You selected row 7 of 20." && alert.actions == [.init("ok", "OK", .cancel)])
    #expect(try await page.press("ok", in: alert).changed == [])
  }

  @Test func `rows are deleted, moved and inserted while editing is on; a row's action ends it (F62)`() async throws {
    let page = try await open("/edit-mode")
    await #expect(throws: TestPage.Failure.self) { try await page.send("deleteRow", from: "2") }
    try await page.send("edit", from: "header")
    try await page.send("deleteRow", from: "2")
    #expect(page["2"] == nil)
    try await page.send("insertRow", from: "insert")
    #expect(page["5"]?["name"] == "Parsnips")
    #expect(page["footer"]?["text"] == "Parsnips is in the plan. 28 plants in the plan.")
    try await page.send("chooseAction", from: "4", data: "water")
    #expect(page["4"]?["isWatered"] == true && page["insert"] == nil)
    let question = try #require(try await page.send("chooseAction", from: "3", data: "remove").dialogs.first)
    try await page.press("keep", in: question)
    #expect(page["3"] != nil)
  }

  @Test func `a chain of questions leads to an apple, and only the last answer adds a row (F62)`() async throws {
    let page = try await open("/questions")
    var dialog = try #require(try await page.send("ask", from: "footer").dialogs.first)
    #expect(dialog.style == .sheet && dialog.actions.map(\.id) == ["eat", "bake", "press", "cancel"])
    for (answer, title) in [("eat", "How should it taste?"), ("back", "What is the apple for?")] {
      dialog = try #require(try await page.press(answer, in: dialog).dialogs.first)
      #expect(dialog.title == title)
    }
    dialog = try #require(try await page.press("press", in: dialog).dialogs.first)
    dialog = try #require(try await page.press("sharp", in: dialog).dialogs.first)
    #expect(dialog.title == "Foxwhelp" && page["1"] == nil)
    try await page.press("note", in: dialog)
    #expect(page["1"]?["taste"] == "sharp")
  }

  /// Presses an option of a post in its sheet.
  @discardableResult
  private func choose(_ option: String, for id: Int, on page: TestPage) async throws -> TestReceipt {
    let sheet = try #require(try await page.send("options", from: "\(id)").dialogs.first)
    return try await page.press(option, in: sheet)
  }

  @Test func `a reported row shows it, and the page says when all rows are deleted (F39)`() async throws {
    let page = try await open("/timeline")
    let reported = try await choose("report", for: 3, on: page)
    #expect(reported.changed == ["3"] && page["3"]?["isReported"] == true)
    let sheet = try #require(try await page.send("options", from: "3").dialogs.first)
    #expect(sheet.style == .sheet && sheet.actions.map(\.id) == ["delete", "cancel"])
    for id in 1...8 { try await choose("delete", for: id, on: page) }
    #expect(page[""]?.children.map(\.type) == ["Refresh", "LoadMore"], "the list can load more rows")
    for last in [16, 24] {
      try await page.send("loadMore", from: "footer")
      try await until {
        try await page.reload()
        return page["\(last)"] != nil
      }
    }
    for id in 9...24 {
      #expect(page[""]?.children.contains { $0.type == "EmptyTimeline" } == false)
      try await choose("delete", for: id, on: page)
    }
    #expect(page[""]?.children.map(\.type) == ["Refresh", "EmptyTimeline", "LoadMore"])
  }
}
