import Testing

@testable import Espalier

/// Rows that users and programs select, and what happens to the selection when the list changes.
@Suite struct SelectionTests {
  private let list = ContainerModel(id: "list")
  private let root = ContainerModel()
  private let tree: Tree
  private let heard = Box<[String]>([])

  init() {
    list.add(["a", "b", "c"].map { CellModel(Row(id: $0, text: $0)) })
    root.add(list)
    root.on(Selection.didSelect) { [heard] in heard.value.append("+\($1)") }
    root.on(Selection.didDeselect) { [heard] in heard.value.append("-\($1)") }
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func add(_ mode: Selection.Mode) -> Selection {
    let selection = list.add(Selection(mode))
    _ = tree.flushAll()
    return selection
  }

  @discardableResult
  private func press(_ key: String, _ isWanted: Bool = true) throws -> ChangeSet? {
    _ = try tree.receive("select", from: "list/\(key)", data: .bool(isWanted))
    return tree.flushAll()
  }

  private func cell(_ key: String) -> CellSnapshot? { (list.descendant(at: key) as? CellModel<Row>)?.snapshot }

  /// The keys of the rows that look selected.
  private var shown: [String] {
    list.children.map(\.key).filter { key in
      let isPressed = cell(key)?.html.source.contains("aria-pressed=\"true\"") == true
      let isMarked = cell(key)?.classes.contains("e-selected") == true
      if isPressed != isMarked { Issue.record("\(key) is half selected") }
      return isMarked
    }
  }

  @Test func `with momentary selection the events are sent, and nothing stays selected (CON-15, PLG-04)`() throws {
    let selection = add(.momentary)
    #expect(try press("b") == nil)
    #expect(heard.value == ["+list/b", "-list/b"] && selection.selected == [] && shown == [])
    try press("b")
    #expect(heard.value.count == 4)
  }

  @Test
  func `with single selection a row stays selected until another one is, and only these two are rendered (CON-15)`()
    throws
  {
    let selection = add(.single)
    #expect(try press("b")?.summary == ["update list/b"])
    #expect(selection.selected == ["list/b"] && shown == ["b"])
    #expect(try press("c")?.summary == ["update list/b", "update list/c"])
    #expect(shown == ["c"] && heard.value == ["+list/b", "-list/b", "+list/c"])
  }

  @Test func `a row stays selected when the list is filled again (CON-15, H-D10)`() throws {
    let selection = add(.single)
    try press("b")
    list.children.removeAll()
    list.add(["c", "b", "d"].map { CellModel(Row(id: $0, text: "new \($0)")) })
    _ = tree.flushAll()
    #expect(shown == ["b"] && selection.selected == ["list/b"])
    #expect(selection.nodes.first === list.children[1])
    list.set(rows: ["b", "a"].map { Row(id: $0, text: $0) })
    _ = tree.flushAll()
    #expect(shown == ["b"])
  }

  @Test func `the list announces the first row that a person selects, and the end (E42)`() throws {
    root.on(Selection.began) { [heard] _ in heard.value.append("began") }
    root.on(Selection.ended) { [heard] _ in heard.value.append("ended") }
    let selection = add(.multiple)
    try press("a")
    try press("b")
    try press("a", false)
    #expect(heard.value == ["began", "+list/a", "+list/b", "-list/a"])
    try press("b", false)
    #expect(heard.value.suffix(2) == ["-list/b", "ended"])
    // A program's selection sends no event.
    selection.selected = ["list/a"]
    selection.selected = []
    #expect(heard.value.count == 6)
  }

  @Test func `several rows may be selected, and selecting one again deselects it`() throws {
    let selection = add(.multiple)
    try press("c")
    try press("a")
    #expect(selection.selected == ["list/c", "list/a"] && shown == ["a", "c"])
    try press("c", false)
    try press("c", false)
    #expect(shown == ["a"] && heard.value == ["+list/c", "+list/a", "-list/c"])
  }

  @Test func `a row that is removed loses its selection, and one that moves or hides keeps it`() throws {
    let selection = add(.multiple)
    for key in ["a", "b", "c"] { try press(key) }
    list.children.move(list.children[0], to: 2)
    list.children[1].isHidden = true
    list.remove(list.children[0])
    _ = tree.flushAll()
    #expect(list.children.map(\.key) == ["c", "a"] && selection.selected == ["list/a", "list/c"])
    list.children[0].isHidden = false
    list.add(Row(id: "b", text: "another"))
    _ = tree.flushAll()
    #expect(shown == ["c", "a"], "the removed row is forgotten")
  }

  @Test func `with one selection for two lists, a row keeps it when it moves to the other list`() throws {
    let selection = add(.single)
    let other = ContainerModel(id: "other")
    root.add(other)
    other.add(selection)
    other.add(Row(id: "x"))
    _ = tree.flushAll()
    try press("a")
    other.add(list.children[0], at: .first)
    _ = tree.flushAll()
    #expect(selection.selected == ["other/a"])
    _ = try tree.receive("select", from: "other/x", data: true)
    #expect(selection.selected == ["other/x"] && heard.value.last == "+other/x")
  }

  @Test func `a program's selection sends no event, and subscribers receive it`() {
    let title = CellModel(Note(text: ""))
    title.subscribe(to: Selection.state) { $0.content.text = $1.joined(separator: " ") }
    list.header = title
    let selection = add(.multiple)
    selection.select(list.children[1])
    selection.select(list.children[0])
    _ = tree.flushAll()
    #expect(title.content.text == "list/b list/a" && shown == ["a", "b"] && heard.value == [])
    selection.deselect(list.children[1])
    #expect(title.content.text == "list/a")
    selection.selected = []
    selection.select(title)
    _ = tree.flushAll()
    #expect(title.content.text == "" && shown == [])
  }

  @Test func `changing the mode deselects what the new mode does not allow`() throws {
    let selection = add(.multiple)
    try press("a")
    try press("b")
    selection.mode = .single
    _ = tree.flushAll()
    #expect(shown == ["b"])
    selection.mode = .momentary
    _ = tree.flushAll()
    #expect(shown == [] && selection.selected == [])
    #expect(cell("a")?.html.source.contains("aria-pressed") == false)
  }

  @Test func `a row that cannot be selected has no button and refuses the event`() throws {
    let selection = list.add(Selection(.single, canSelect: { $0.key != "b" }))
    _ = tree.flushAll()
    #expect(cell("b")?.html.controls.map(\.event.label) == ["tap"])
    #expect(throws: DeliveryError.unknownEvent("select", known: ["tap"])) { try press("b") }
    selection.select(list.children[1])
    #expect(selection.selected == [])
  }

  @Test func `the button is labelled with the row's name, and its JSON example shows the selection`() throws {
    _ = add(.single)
    try press("a")
    #expect(cell("a")?.html.source.contains("aria-label=\"a\"") == true)
    let events = JSONDialect.document(tree.snapshot())["children"]?[0]?["children"]?[0]?["events"]
    #expect(events?[1]?["name"] == "select" && events?[1]?["type"] == "boolean" && events?[1]?["example"] == false)
  }

  @Test func `rows that are selected before they are added are selected when they come`() {
    let selection = add(.multiple)
    selection.selected = ["list/z", "list/a"]
    _ = tree.flushAll()
    #expect(shown == ["a"] && selection.nodes.count == 1)
    list.add(Row(id: "z"))
    _ = tree.flushAll()
    #expect(shown == ["a", "z"] && selection.selected == ["list/z", "list/a"])
  }

  /// The rows to which viewers scroll.
  private func followed(_ changes: ChangeSet?) -> [Effect] { changes?.effects ?? [] }

  @Test func `viewers follow a selected row that moves to the middle of the window (D29, ACT-08)`() throws {
    let selection = list.add(Selection(.single, followsMoves: true))
    selection.selected = ["list/b"]
    _ = tree.flushAll()
    list.add(CellModel(Row(id: "new", text: "")), at: .first)
    // The row makes room, and stays where it is in the window.
    #expect(followed(tree.flushAll()) == [])
    list.children.move(list.children[2], to: 3)
    #expect(followed(tree.flushAll()) == [.scroll("list/b", to: .center, isSmooth: true)])
    list.children.move(list.children[0], to: 1)
    #expect(followed(tree.flushAll()) == [])
    selection.followsMoves = false
    list.children.move(list.children[3], to: 0)
    #expect(followed(tree.flushAll()) == [])
  }

  @Test func `viewers follow a selected row whose section moves, or that goes to another section (D29)`() throws {
    let parts = ["x", "y", "z"].map { ArraySource([Row(id: $0, text: "")], section: SourceSection(id: $0)) }
    let sections = SectionsSource(parts)
    let shelf = ContainerModel(id: "shelf")
    shelf.children.source = sections
    let selection = shelf.add(Selection(.single, followsMoves: true))
    root.add(shelf)
    _ = tree.flushAll()
    _ = try tree.receive("select", from: "shelf/y/y", data: .bool(true))
    _ = tree.flushAll()
    #expect(selection.selected == ["shelf/y/y"])
    sections.children = [parts[1], parts[0], parts[2]]
    #expect(followed(tree.flushAll()) == [.scroll("shelf/y/y", to: .center, isSmooth: true)])
    sections.children = [parts[1], parts[2], parts[0]]
    #expect(followed(tree.flushAll()) == [])
    let target = try #require(shelf.children.last as? ContainerModel)
    let row = try #require(selection.nodes.first)
    target.add(row, at: .first)
    #expect(followed(tree.flushAll()) == [.scroll("shelf/x/y", to: .center, isSmooth: true)])
  }
}
