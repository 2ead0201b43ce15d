import Espalier
import EspalierDemos
import EspalierServer
import EspalierTesting
import Testing

/// Tables set as values: what a press changes, and that it changes nothing else.
@Suite struct TableDemoTests {
  private func open(_ path: String) async throws -> TestPage {
    try await TestPage.open(path, over: InProcess(try DemoSite.make(log: .silent)))
  }

  /// The operations of the patch, by name.
  private func operations(_ receipt: TestReceipt) -> [String: Int] {
    guard case .array(let patch) = receipt.document["patch"] else { return [:] }
    return Dictionary(patch.compactMap { $0["op"]?.text }.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private func keys(_ page: TestPage, _ address: String = "") -> [String] {
    page[address]?.children.compactMap { $0.address.split(separator: "/").last.map(String.init) } ?? []
  }

  @Test func `each kind of row shows what was pressed and changes only itself, the header and the picture (F42)`()
    async throws
  {
    let page = try await open("/cells")
    #expect(
      page[""]?.children.map(\.type) == [
        "PressedHeader", "PictureRow", "SwitchRow", "StepperRow", "KindOfFruitRow", "KindOfFruitRow", "KindOfFruitRow",
        "TextRow", "LinkRow",
      ])
    let flip = try await page.send("flip", from: "switch", data: [:])
    #expect(page["header"]?["name"] == "Summer: off")
    #expect(flip.changed == ["header", "picture", "switch"])
    try await page.send("flip", from: "switch", data: ["on": "yes"])
    #expect(page["header"]?["name"] == "Summer: on")
    let step = try await page.send("step", from: "stepper", data: 1)
    #expect(page["header"]?["name"] == "Fruit: one more")
    #expect(page["stepper"]?["count"] == 5)
    #expect(step.changed == ["header", "picture", "stepper"])
    let select = try await page.send("select", from: "apple")
    #expect(page["header"]?["name"] == "Kind: apple")
    #expect(select.changed == ["apple", "header", "pear", "picture"])
    #expect(select.handledBy == ["apple"], "the row handles its command; containers do not")
    #expect(try await page.html().contains("aria-label=\"An espalier in leaf, with 5 apples\""))
  }

  @Test func `the stepper stays between no fruit and as many as the tree can carry (F42)`() async throws {
    let page = try await open("/cells")
    for _ in 0..<6 { try await page.send("step", from: "stepper") }
    #expect(page["stepper"]?["count"] == 0)
    for _ in 0..<10 { try await page.send("step", from: "stepper", data: 1) }
    #expect(page["stepper"]?["count"] == 8)
  }

  @Test func `autumn deletes five rows, inserts three, moves none and leaves the fields alone (DIF-05)`() async throws {
    let page = try await open("/editing")
    let first = ["select", "apply", "Htf", "TF1", "P11", "P12", "P13", "H2", "P21", "P22", "TF2"]
    #expect(keys(page) == first)
    try await page.send("write", from: "TF1", data: "typed")
    let apply = try await page.send("apply", from: "apply")
    #expect(keys(page) == ["reset", "Htf", "TF1", "H2", "P21", "P22", "P23", "TF2", "P24"])
    #expect(operations(apply) == ["remove": 5, "add": 3])
    #expect(apply.changed == ["P11", "P12", "P13", "P23", "P24", "apply", "reset", "select"])
    #expect(page["TF1"]?["text"] == "typed")
    let reset = try await page.send("reset", from: "reset")
    #expect(keys(page) == first)
    #expect(operations(reset) == ["remove": 3, "add": 5])
    #expect(page["TF1"]?["text"] == "typed")
  }

  @Test func `rows come and go with the chosen animation (F45)`() async throws {
    let transport = try InProcess(DemoSite.make(log: .silent))
    let page = try await TestPage.open("/editing", over: transport)
    try await page.send("choose", from: "select", data: "left")
    #expect(page["select"]?["style"] == "left")
    let receipt = try await page.send("apply", from: "apply")
    // The same change in the form that browsers receive.
    let instance = try #require(receipt.document["instance"]?.text)
    let target = "/editing/patches?format=json&dialect=dom&last=1&instance=\(instance)"
    let reply = try await transport.reply(to: try Request(.get, target, headers: [.cookie: page.cookie ?? ""]))
    guard case .bytes(let bytes) = reply.body,
      case .array(let patch)? = try JSON(parsing: bytes)["patches"]?[0]?["patch"]
    else {
      Issue.record("there is no patch")
      return
    }
    let moving = patch.compactMap {
      if case .array(let words) = $0, words[0] == "+" || words[0] == "-" { words.last } else { nil }
    }
    #expect(moving == Array(repeating: "left", count: 8), "five rows are removed, three inserted")
    try await page.send("reset", from: "reset")
    await #expect(throws: TestPage.Failure.self) { try await page.send("choose", from: "select", data: "sideways") }
  }

  @Test func `commands of rows from a block, a file and code work, and rows can be added and removed (F46)`()
    async throws
  {
    let page = try await open("/origins")
    func types() -> [String] { page[""]?.children.dropFirst().map(\.type) ?? [] }
    #expect(types() == ["BlockPlant", "FilePlant", "CodePlant", "BlockPlant", "FilePlant", "CodePlant"])
    for id in ["1", "2", "3"] {
      let water = try await page.send("water", from: id)
      // The header says to screen readers what happened.
      #expect(water.changed == [id, "header"])
      #expect(page[id]?["water"] == 1)
      let remove = try await page.send("remove", from: id)
      #expect(remove.changed == [id, "header"])
      #expect(operations(remove) == ["remove": 1, "replace": 1])
    }
    for (origin, type) in [("block", "BlockPlant"), ("file", "FilePlant"), ("code", "CodePlant")] {
      let add = try await page.send("add", from: "header", data: .string(origin))
      #expect(types().first == type)
      #expect(operations(add) == ["add": 1, "replace": 1])
    }
    for id in keys(page).dropFirst() { try await page.send("remove", from: id) }
    #expect(types() == ["NoPlants"])
    try await page.send("add", from: "header")
    #expect(types() == ["BlockPlant"])
    for _ in 0..<45 { try await page.send("add", from: "header") }
    #expect(types().count == 40)
  }

  @Test func `rows from a block, a file and code have the same markup (F46)`() async throws {
    let html = try await open("/origins").html()
    let rows = [1, 2, 3].map { id -> String in
      let row = html.components(from: "<li id=\"\(id)\"", to: "</li>")
      return ["block", "file", "code", "Block", "File", "Code", "Basil", "Thyme", "Sage"].reduce(row) {
        $0.replacing($1, with: "")
      }
      .replacing("\(id)", with: "").filter { !$0.isWhitespace }
    }
    #expect(rows[0].contains("button") && rows[0] == rows[1] && rows[1] == rows[2])
  }

  @Test func `the page has a hundred sections, and footer i is at least 60 + i pixels high (F47)`() async throws {
    let page = try await open("/sections")
    #expect(keys(page) == ["header"] + (0..<100).map(String.init) + ["footer"])
    let html = try await page.html()
    for (number, height) in [(0, "e-h-60"), (57, "e-h-100 e-h-17"), (99, "e-h-100 e-h-59")] {
      #expect(keys(page, "\(number)") == ["header", "west", "east", "footer"])
      #expect(html.contains("<footer id=\"\(number)/footer\" class=\"BedFooter \(height)\">"))
    }
  }

  @Test func `a changed header among a hundred sections is one operation (DIF-10)`() async throws {
    let page = try await open("/sections")
    let dig = try await page.send("dig", from: "57/header")
    #expect(dig.changed == ["57/header"])
    #expect(operations(dig) == ["replace": 1])
  }

  @Test func `inserting a section is one operation, and shuffling only moves sections (F47)`() async throws {
    let page = try await open("/sections")
    let insert = try await page.send("insert", from: "header")
    #expect(operations(insert) == ["add": 1, "replace": 1])
    #expect(keys(page).prefix(3) == ["header", "100", "0"])
    #expect(page["footer"]?["count"] == 101)
    let shuffle = try await page.send("shuffle", from: "header")
    // The footer says to screen readers that the beds were shuffled.
    #expect(operations(shuffle).keys.sorted() == ["move", "replace"])
    #expect(shuffle.changed == ["footer"])
    #expect(Set(keys(page)) == Set(["header", "footer"] + (0...100).map(String.init)))
  }

  @Test func `headers and footers of groups are compared like rows (F48, H-B11)`() async throws {
    let page = try await open("/grouped")
    let choice = try await page.send("select", from: "watering/When it rains".addressed)
    #expect(choice.changed.contains("watering/footer") && choice.changed.count == 3)
    #expect(page["watering/footer"]?["text"] == "No watering is planned.")
    #expect(keys(page) == ["watering", "notices", "hours", "about"])
    #expect(page["notices/footer"] == nil)
    let off = try await page.send("toggle", from: "notices/Tell me about the garden".addressed)
    #expect(keys(page) == ["watering", "notices", "about"])
    #expect(page["notices/footer"]?["text"] == "You get no notifications.")
    #expect(operations(off) == ["add": 1, "remove": 2, "replace": 1])
    try await page.send("toggle", from: "notices/Tell me about the garden".addressed)
    #expect(page["notices/footer"] == nil)
    #expect(keys(page) == ["watering", "notices", "hours", "about"])
  }
}

extension String {
  /// An id as it appears in an address.
  fileprivate var addressed: String { replacing(" ", with: "~20") }

  /// The text between the first occurrences of two marks.
  fileprivate func components(from start: String, to end: String) -> String {
    guard let first = firstRange(of: start), let last = self[first.upperBound...].firstRange(of: end) else { return "" }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
