import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// Lists set as values: what a press changes, and that it changes nothing else.
@Suite struct ListDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(log: .silent)))
  }

  /// How often the patch contains each operation.
  private func operations(_ receipt: TestReceipt) -> [String: Int] {
    guard case .array(let patch) = receipt.document["patch"] else { return [:] }
    return Dictionary(patch.compactMap { $0["op"]?.text }.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private func keys(_ page: TestPage, _ address: String) -> [String] {
    page[address]?.children.map { String($0.address.dropFirst(address.count + 1)) } ?? []
  }

  @Test func `next week deletes four rows, inserts two, moves none, and this week undoes it (F43, DIF-03)`()
    async throws
  {
    let page = try await open("/animations")
    let first = ["select", "apply", "H1", "P11", "P12", "P13", "H2", "P21", "P22", "P23", "footer"]
    #expect(keys(page, "table") == first)
    let receipt = try await page.send("apply", from: "table/apply")
    #expect(keys(page, "table") == ["reset", "H1", "P11", "H2", "P21", "P211", "P22", "P23", "footer"])
    #expect(operations(receipt) == ["remove": 4, "add": 2])
    #expect(
      receipt.changed == ["table/P12", "table/P13", "table/P211", "table/apply", "table/reset", "table/select"])
    let back = try await page.send("reset", from: "table/reset")
    #expect(keys(page, "table") == first)
    #expect(operations(back) == ["remove": 2, "add": 4])
  }

  @Test func `with sections, next week deletes and inserts the same rows and no section (F44, DIF-04)`() async throws {
    let page = try await open("/section-animations")
    #expect(keys(page, "table") == ["actions", "1", "2", "footer"])
    let receipt = try await page.send("apply", from: "table/actions/apply")
    #expect(keys(page, "table/actions") == ["reset"])
    #expect(keys(page, "table/1") == ["header", "P11"])
    #expect(keys(page, "table/2") == ["header", "P21", "P211", "P22", "P23"])
    // The first section keeps none of its rows: replacing it is shorter.
    #expect(operations(receipt) == ["remove": 2, "add": 1, "replace": 1])
    #expect(
      receipt.changed == [
        "table/1/P12", "table/1/P13", "table/2/P211", "table/actions/apply", "table/actions/reset",
        "table/actions/select",
      ])
  }

  @Test func `Shuffle moves rows and sections and does not make new ones`() async throws {
    let rows = try await open("/animations")
    let one = try await rows.send("shuffle", from: "table/footer")
    #expect(
      keys(rows, "table") == ["select", "apply", "H2", "P21", "P22", "P13", "H1", "P11", "P12", "P23", "footer"])
    #expect(operations(one)["move"] == 4)
    #expect(operations(one)["add"] == nil && operations(one)["remove"] == nil)
    #expect(one.changed == ["table/H1", "table/H2"])

    let sections = try await open("/section-animations")
    let two = try await sections.send("shuffle", from: "table/footer")
    #expect(keys(sections, "table") == ["actions", "2", "1", "footer"])
    #expect(keys(sections, "table/2") == ["header", "P21", "P22", "P13"])
    #expect(keys(sections, "table/1") == ["header", "P11", "P12", "P23"])
    #expect(operations(two)["move"] == 3)
    #expect(operations(two)["add"] == nil && operations(two)["remove"] == nil)
  }

  @Test func `the third group is inserted and removed as one section`() async throws {
    let page = try await open("/section-animations")
    let receipt = try await page.send("third", from: "table/footer")
    #expect(keys(page, "table") == ["actions", "1", "3", "2", "footer"])
    #expect(operations(receipt)["add"] == 1)
    let back = try await page.send("third", from: "table/footer")
    #expect(keys(page, "table") == ["actions", "1", "2", "footer"])
    #expect(operations(back)["remove"] == 1)
  }

  @Test(arguments: ["/chooser", "/animations", "/section-animations"])
  func `the chooser is the same list on its own page and in a region (F51)`(path: String) async throws {
    let page = try await open(path)
    let prefix = path == "/chooser" ? "" : "chooser/"
    func keys(_ address: String) -> [String] {
      (page[address.isEmpty ? String(prefix.dropLast()) : prefix + address]?.children ?? []).compactMap {
        $0.address.split(separator: "/").last.map(String.init)
      }
    }
    #expect(keys("") == ["header", "none", "fade", "custom", "footer"])
    #expect(page["\(prefix)fade"]?["isChosen"] == true)
    try await page.send("choose", from: "\(prefix)custom")
    #expect(keys("") == ["header", "none", "fade", "custom", "rows", "sections", "footer"])
    #expect(keys("rows") == ["header", "insertRows", "deleteRows", "reloadRows"])
    #expect(keys("sections") == ["header", "insertSections", "deleteSections", "reloadSections"])
    try await page.send("toggle", from: "\(prefix)rows/deleteRows")
    let styles = ["fade", "right", "left", "top", "bottom", "none", "middle", "automatic"].map { "deleteRows-\($0)" }
    #expect(keys("rows") == ["header", "insertRows", "deleteRows"] + styles + ["reloadRows"])
    let receipt = try await page.send("choose", from: "\(prefix)rows/deleteRows-left")
    #expect(
      receipt.changed
        == ["footer", "rows/deleteRows", "rows/deleteRows-automatic", "rows/deleteRows-left"].map { prefix + $0 })
    #expect(page["\(prefix)footer"]?["code"] == "animations: Animations(deleteRows: .left)")
    try await page.send("toggle", from: "\(prefix)sections/insertSections")
    #expect(keys("rows").count == 4 && keys("sections").count == 12)
    try await page.send("choose", from: "\(prefix)none")
    #expect(keys("") == ["header", "none", "fade", "custom", "footer"])
    #expect(page["\(prefix)footer"]?["code"] == "animations: .replaceAll")
  }

  @Test func `a collection opens and closes, and a new layout changes no item (F49)`() async throws {
    let page = try await open("/collections")
    func tiles(_ id: String) -> Int { page[id]?.children.count { $0.type == "Tile" || $0.type == "FirstTile" } ?? 0 }
    #expect((tiles("down"), tiles("across")) == (9, 9))
    let receipt = try await page.send("toggle", from: "down/firstTile")
    #expect((tiles("down"), tiles("across")) == (54, 9))
    // 45 of 54 items are new: replacing the whole list is shorter.
    #expect(operations(receipt)["add"] == nil)
    let layout = try await page.send("arrange", from: "down/header", data: "strip")
    #expect(layout.changed == ["down", "down/header"])
    #expect(try await page.html().contains("<li id=\"down\" class=\"Tiles e-strip\">"))
    try await page.send("toggle", from: "down/firstTile")
    #expect(tiles("down") == 9)
  }

  @Test func `picking an item changes the item and the rows around its strip, and no other strip (F50)`() async throws {
    let page = try await open("/strips")
    let receipt = try await page.send("pick", from: "Pears-strip/Comice")
    #expect(receipt.changed == ["Pears", "Pears-strip/Comice", "picked-Comice"])
    #expect(page["Pears"]?["picked"] == 1)
    let second = try await page.send("pick", from: "Pears-strip/Nashi")
    #expect(second.changed == ["Pears", "Pears-strip/Nashi", "picked-Nashi"])
    let dropped = try await page.send("drop", from: "picked-Comice")
    #expect(dropped.changed == ["Pears", "Pears-strip/Comice", "picked-Comice"])
    #expect(page["Pears"]?["picked"] == 1)
  }

  @Test func `groups change places, and their rows stay (F62)`() async throws {
    let page = try await open("/groups")
    func letters() -> [String] {
      guard case .array(let entries)? = page["footer"]?["entries"] else { return [] }
      return entries.compactMap { $0["title"]?.text }
    }
    #expect(letters() == "A B C F G L P S".split(separator: " ").map(String.init))
    let receipt = try await page.send("shuffle", from: "header")
    #expect(Set(receipt.changed) == ["header", "footer"])
    #expect(letters() == "G A L B P C S F".split(separator: " ").map(String.init))
    try await page.send("sort", from: "header")
    #expect(letters().first == "A")
  }
}
