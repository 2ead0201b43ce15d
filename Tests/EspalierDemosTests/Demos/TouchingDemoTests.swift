import EspalierTestSupport
import Espalier
import EspalierDemos
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

  @Test func `three actions at each side of a note each do their own thing (F70, PLG-05)`() async throws {
    let page = try await open("/swipes")
    try await page.send("chooseAction", from: "2", data: "flag")
    #expect(page["2"]?["isFlagged"] == true && page["footer"]?["text"] == "Water the ferns: flagged.")
    try await page.send("chooseAction", from: "2", data: "apply")
    await #expect(throws: TestPage.Failure.self) { try await page.send("chooseAction", from: "2", data: "apply") }
    try await page.send("chooseAction", from: "3", data: "edit")
    #expect(page["3"]?["text"] == "It is warm at noon.")
    let info = try #require(try await page.send("chooseAction", from: "1", data: "info").dialogs.first)
    #expect(info.title == "Stake the tomatoes")
    let more = try #require(try await page.send("chooseAction", from: "4", data: "more").dialogs.first)
    try await page.press("top", in: more)
    #expect(keys(page, "").first == "4")
    let question = try #require(try await page.send("chooseAction", from: "5", data: "delete").dialogs.first)
    try await page.press("yes", in: question)
    #expect(page["5"] == nil)
  }

  @Test func `a list with all plugins hears what each of them does (F73)`() async throws {
    let page = try await open("/everything")
    func news() -> JSON? { page["trialNews"]?["text"] }
    try await page.scroll([.began, .forward, .endReached, .ended], in: "beds")
    #expect(page["trialNews"]?["place"] == "You are at the end.")
    await #expect(throws: TestPage.Failure.self) { try await page.scroll([.began]) }
    try await page.send("select", from: "beds/3", data: true)
    #expect(news() == "1 selected.")
    try await page.send("move", from: "beds/3", data: ["by": -1])
    #expect(news() == "Moved." && page["beds"]?.children.map(\.address).dropFirst(3).first == "beds/3")
    try await page.send("chooseAction", from: "beds/3", data: "water")
    #expect(page["beds/3"]?["isWatered"] == true)
    try await page.send("fold", from: "beds/field-north/header", data: true)
    #expect(page["beds/field-north"]?.children.count == 4)
    try await page.send("edit", from: "beds/header", data: true)
    try await page.send("deleteRow", from: "beds/3")
    #expect(page["beds/3"] == nil && news() == "Removed, 43 rows are left.")
  }

  @Test func `six drawers open and close with what is inside, as a list and in two columns (F64, F81, FLD-01)`()
    async throws
  {
    let page = try await open("/fold")
    #expect(keys(page, "") == ["header", "roots", "leaves", "beans", "herbs", "flowers", "trees", "footer"])
    #expect(keys(page, "beans") == ["header"])
    try await page.send("fold", from: "beans/header")
    try await page.send("fold", from: "beans/saved/header")
    #expect(keys(page, "beans") == ["header", "Runner~20bean", "Sugar~20pea", "saved"])
    #expect(page["footer"]?["text"] == "Saved from last year is open.")
    try await page.send("grid", from: "header", data: true)
    #expect(keys(page, "beans/saved") == ["header", "Broad~20bean", "Field~20pea"])
    try await page.send("fold", from: "beans/header")
    try await page.send("fold", from: "beans/header")
    #expect(keys(page, "beans/saved") == ["header"], "the box is closed with its drawer")
    try await page.send("all", from: "header", data: true)
    #expect(keys(page, "trees").count == 3 && keys(page, "beans/saved").count == 3)
  }

  @Test func `selected seedlings move together, also to a tray that shows a placeholder (F75, PLG-06)`() async throws {
    let page = try await open("/drag")
    let (sill, frame) = ("Window~20sill", "Cold~20frame")
    try await page.send("move", from: "\(sill)/1", data: ["before": "3"])
    #expect(keys(page, sill).prefix(4) == ["header", "2", "1", "3"])
    #expect(page["footer"]?["text"] == "Tomato: Window sill, place 1 → Window sill, place 2.")
    for seedling in ["\(sill)/4", "\(sill)/6", "Greenhouse/12"] { try await page.send("select", from: seedling) }
    try await page.send(
      "move", from: "\(sill)/6", data: ["into": "Cold~20frame", "before": "empty", "together": true])
    #expect(keys(page, frame) == ["header", "4", "6", "12"])
    #expect(page["\(frame)/header"]?["count"] == 3 && page["Greenhouse/header"]?["count"] == 9)
    for seedling in ["4", "6", "12"] { try await page.send("move", from: "\(frame)/\(seedling)", data: ["by": -1]) }
    #expect(keys(page, frame) == ["header", "empty"])
    await #expect(throws: TestPage.Failure.self) {
      try await page.send("move", from: "\(sill)/3", data: ["befor": "5"])
    }
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
    #expect(opened.changed == [] && alert.style == .alert && alert.title == "Elstar")
    #expect(alert.message == "Apple 7 of 20." && alert.actions == [.init("ok", "OK", .cancel)])
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
