import Testing

@testable import Espalier

/// Cells that need no type of their own.
@Suite struct CellTests {
  struct Person: Hashable, Codable, Identifiable, Sendable {
    let id: Int
    var name: String
    var greet = Command.nop
    enum CodingKeys: CodingKey { case id, name, greet }
  }

  static let tap = Event<Int>("tap")
  private let ann = Person(id: 1, name: "<Ann>")

  private func coded(_ person: Person) -> Cell<Person> { Cell(person) { "<b>\($0.name)</b>" } }

  @Test func `a cell with a closure has its data's id, type and fields, and escapes what it prints (A16)`() {
    let root = ContainerModel()
    root.add(coded(ann))
    root.add(Cell("text", named: "Note") { "<p>\($0)</p>" })
    root.add(Cell(named: "Rule") { "<hr>" })
    let tree = Tree(root)
    _ = tree.flushAll()
    #expect(tree.listedKeys == ["1", "note", "rule"])
    let html = String(decoding: HTMLDialect(events: "/e").list(tree.snapshot()), as: UTF8.self)
    #expect(html.contains("<li id=\"1\" class=\"Person\"><b>&lt;Ann&gt;</b></li>"))
    #expect(html.contains("<li id=\"note\" class=\"Note\"><p>text</p></li><li id=\"rule\" class=\"Rule\"><hr></li>"))
    let cells = JSONDialect.document(tree.snapshot())["children"]
    #expect(cells?[0]?["model"] == ["id": 1, "name": "<Ann>"])
    #expect(cells?[1]?["model"] == ["data": "text"])
    #expect(cells?[2]?["model"] == [:])
  }

  @Test func `a cell's data is typed, and assigning it renders only that cell (A16)`() throws {
    let root = ContainerModel()
    let cell = CellModel(coded(ann))
    root.add(cell)
    root.add(coded(Person(id: 2, name: "Ben")))
    var viewed = try Viewed(root)
    cell.content.data.name = "Anna"
    #expect(try viewed.patch() == "[[\"=\",\"1\",\"0:0\",\"Anna\"]]")
    #expect(try viewed.fault() == nil)
    cell.content.data.name = "Anna"
    #expect(viewed.tree.flushAll() == nil)
  }

  @Test func `values that the closure captured are compared too (A16)`() throws {
    let root = ContainerModel()
    func show(_ chosen: Int) {
      root.set { for id in 1...3 { Cell(id, id: id) { "<b>\($0 == chosen ? "chosen" : "free")</b>" } } }
    }
    show(1)
    var viewed = try Viewed(root)
    show(3)
    #expect(try viewed.flush().summary == ["update 1", "update 3"])
    show(3)
    #expect(try viewed.flush().isEmpty)
  }

  @Test func `ids keep their rows, and another name makes another row (A16)`() throws {
    let root = ContainerModel()
    func show(_ ids: [Int], named name: String) {
      root.set { for id in ids { Cell(id, id: id, named: name) { "<b>\($0)</b>" } } }
    }
    show([1, 2, 3], named: "A")
    var viewed = try Viewed(root)
    show([3, 1], named: "A")
    #expect(try viewed.flush().operations.count == 2)
    show([3, 1], named: "B")
    try viewed.flush()
    #expect(try viewed.fault() == nil)
    #expect(try viewed.faultInDOM() == nil)
    #expect(viewed.snapshot.children.map(\.type) == ["B", "B"])
  }

  @Test func `a header with another name is another header, and a cell keeps its first name`() throws {
    let root = ContainerModel()
    let cell = CellModel(Cell(1, named: "A") { "<b>\($0)</b>" })
    let list = ContainerModel()
    root.add(cell)
    root.add(list)
    list.set(ListSection(header: Cell(1, named: "A") { "<i>\($0)</i>" }) {})
    var viewed = try Viewed(root)
    list.set(ListSection(header: Cell(2, named: "B") { "<i>\($0)</i>" }) {})
    cell.content = Cell(2, named: "B") { "<b>\($0)</b>" }
    try viewed.flush()
    #expect(try viewed.fault() == nil)
    #expect(try viewed.faultInDOM() == nil)
    #expect(viewed.snapshot.children.map(\.type) == ["A", "ContainerModel"])
    #expect(viewed.snapshot.children[1].children.map(\.type) == ["B"])
  }

  private final class Heard: ContainerModel {
    var words: [String] = []
    override func didLoad() { on(CellTests.tap) { $0.words.append("tap \($1)") } }
    func show(_ word: String) {
      set {
        Cell(7, id: "seven") { "<button \(CellTests.tap, sends: $0)>Tap</button>" }
        Cell(8, id: "eight") { _ in "<button \(Command("go", to: Heard.self) { $0.words.append(word) })>Go</button>" }
      }
    }
  }

  @Test func `a control in a closure sends its event, and a command runs the newest closure (A16)`() throws {
    let root = Heard()
    let tree = Tree(root)
    root.show("old")
    _ = tree.flushAll()
    root.show("new")
    #expect(tree.flushAll() == nil)
    _ = try tree.receive("tap", from: "seven", data: 7)
    _ = try tree.receive("go", from: "eight", data: .null)
    #expect(root.words == ["tap 7", "new"])
    #expect(throws: DeliveryError.self) { try tree.receive("tap", from: "eight", data: 7) }
  }

  @Test func `a cell with a template is filled with its data's fields and runs its commands (A16)`() throws {
    let library = try TemplateLibrary(files: [
      "Person": "<b>{{name}}</b><button {{event:greet}}>Greet</button><button {{event:tap id}}>Tap</button>",
      "page": "<template data-cell=\"Word\"><i>{{data}}</i></template>",
    ])
    let root = ContainerModel()
    let person = CellModel(Cell(template: .file("Person"), data: ann, events: [Self.tap.name]))
    root.add(person)
    root.add(Cell(template: .block("Word", in: "page"), data: "a & b"))
    let tree = Tree(root, templates: library)
    _ = tree.flushAll()
    #expect(tree.takeDiagnostics().isEmpty)
    let html = String(decoding: HTMLDialect(events: "/e").list(tree.snapshot()), as: UTF8.self)
    #expect(html.contains("<li id=\"1\" class=\"Person\"><b>&lt;Ann&gt;</b>"))
    #expect(html.contains("<li id=\"word\" class=\"Word\"><i>a &amp; b</i></li>"))
    let controls = JSONDialect.document(tree.snapshot())["children"]?[0]?["events"]
    #expect(controls?[0]?["name"] == "greet")
    #expect(controls?[1]?["example"] == 1)
    person.content.data.name = "Ann"
    #expect(try #require(tree.flushAll()).summary == ["update 1"])
  }

  @Test(arguments: [
    ("<b>{{nam}}</b>", "Person.html:1: Cell(template: …, data: Person) has no field \"nam\"; it has: id, name"),
    ("<b {{event:nap}}>", "declares no event or command \"nap\""), ("<b class={{name}}>", "quote the value"),
  ])
  func `an error in a cell's template is reported with file and line (A16)`(source: String, reason: String) throws {
    let library = try TemplateLibrary(files: ["Person": source])
    let error = #expect(throws: TemplateError.self) {
      try library.check(Cell(template: .file("Person"), data: ann))
    }
    #expect(error?.description.contains(reason) == true)
    #expect(error?.line == 1)
    let lost = #expect(throws: TemplateError.self) { try library.check(Cell(template: .file("Lost"), data: ann)) }
    #expect(
      lost?.reason.hasPrefix("there is no template Lost.html for Cell(template: …, data: Person); there are: ") == true)
  }

  @Test func `a cell with a closure and a value in an unsafe place is refused by the check`() {
    let error = #expect(throws: TemplateError.self) {
      try TemplateLibrary().check(Cell("x") { "<p class=\($0)>unquoted</p>" })
    }
    #expect(error?.reason.contains("quote the value of the attribute class") == true)
  }

  @Test func `a cell cannot be decoded, but its data can be persisted`() throws {
    let json = try JSON(encoding: coded(ann))
    #expect(throws: PayloadError.self) { try json.decode(Cell<Person>.self, fromForm: false) }
    final class Kept: CellModel<Cell<Int>> {
      override func didLoad() { persist(\.content.data, as: "number") }
    }
    let root = ContainerModel()
    root.add(Kept(Cell(1, id: "n") { "<b>\($0)</b>" }))
    let tree = Tree(root, restoring: ["n#number": 5])
    _ = tree.flushAll()
    #expect(tree.snapshot().children[0].cell?.html.source == "<b>5</b>")
  }

  @Test func `a name is turned into a valid class`() {
    #expect(Cell(1, named: "a b\"<c") { "\($0)" }.typeName == "a_b__c")
  }
}
