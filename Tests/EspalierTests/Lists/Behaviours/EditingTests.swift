import EspalierTestSupport
import Testing

@testable import Espalier

/// Rows that people delete, move and insert at while editing is on.
@Suite struct EditingTests {
  private struct Plant: Content, Identifiable {
    let id: String
    var canDelete = true
    var canInsert = false
    var canMove = true
    var traits: RowTraits { RowTraits(canDelete: canDelete, canInsert: canInsert, canMove: canMove) }
    var html: HTML { "\(id)" }
  }

  private let list = ContainerModel(id: "list")
  private let editing = Editing()
  private let plants = ArraySource([Plant(id: "a"), Plant(id: "b"), Plant(id: "c", canDelete: false, canMove: false)])
  private let tree: Tree
  private let heard = Box<[String]>([])

  init() {
    list.header = .editButton
    list.children.source = EditingSource(plants)
    list.add(editing)
    list.on(Editing.insert) { [heard] list in heard.value.append("insert at \(list.children.sender?.key ?? "")") }
    list.on(Editing.didDelete) { [heard] in heard.value.append("deleted \($1)") }
    let root = ContainerModel()
    root.add(list)
    tree = Tree(root)
    _ = tree.flushAll()
  }

  private func send(_ event: String, _ row: String, _ data: JSON = .null) throws {
    _ = try tree.receive(event, from: "list/\(row)", data: data)
    _ = tree.flushAll()
  }

  private func edit(_ isOn: Bool = true) throws {
    let header = try #require(list.headerNode)
    _ = try tree.receive("edit", from: header.address, data: .bool(isOn))
    _ = tree.flushAll()
  }

  @Test func `the list announces when a person begins and ends editing, each once (E42)`() throws {
    list.on(Editing.began) { [heard] _ in heard.value.append("began") }
    list.on(Editing.ended) { [heard] _ in heard.value.append("ended") }
    for isOn in [true, true, false, false] { try edit(isOn) }
    #expect(heard.value == ["began", "ended"])
  }

  private func labels(_ row: String) -> [String] {
    list.descendant(at: row)?.asCell?.snapshot?.html.controls.map(\.event.label) ?? []
  }

  private var keys: [String] { list.children.map(\.key) }

  /// The reason for which an event is refused.
  private func refusal(_ event: String, _ row: String, _ data: JSON = .null) -> String? {
    do throws(DeliveryError) {
      _ = try tree.receive(event, from: "list/\(row)", data: data)
      return nil
    } catch {
      if case .refused(let refusal) = error { return refusal.reason }
      return "\(error)"
    }
  }

  @Test func `what a row allows is what its content says, and nothing without a word (EDT-04)`() throws {
    let silent = RowEdits(of: CellModel(Row(id: "plain")))
    #expect(!silent.canDelete && !silent.canInsert && !silent.canMove)
    try edit()
    #expect(labels("a") == ["deleteRow", "move", "move"] && labels("c") == [] && labels("insert") == ["insertRow"])
  }

  @Test func `editing is shared, and switching on twice is switching on once (EDT-02)`() throws {
    let told = Box<[Bool]>([])
    let watcher = CellModel(Note(text: ""))
    list.footer = watcher
    watcher.subscribe(to: Editing.state) { [told] _, isOn in told.value.append(isOn) }
    try edit()
    #expect(tree.flushAll() == nil)
    editing.isOn = true
    #expect(tree.flushAll() == nil && told.value == [false, true] && keys == ["a", "b", "c", "insert"])
    #expect((list.headerNode as? EditButtonModel)?.content.isOn == true)
    try edit(false)
    #expect(told.value == [false, true, false] && keys == ["a", "b", "c"] && labels("a") == [])
    #expect(list.children.source?.isEditing == false)
  }

  @Test func `delete deletes only, insert inserts only, and inserting comes before deleting (ACT-02)`() throws {
    plants.append(Plant(id: "both", canInsert: true, canMove: false))
    try edit()
    #expect(labels("both") == ["insertRow"] && labels("c") == [])
    try send("deleteRow", "a")
    #expect(heard.value == ["deleted list/a"] && plants.rows.map(\.id) == ["b", "c", "both"])
    try send("insertRow", "both")
    #expect(heard.value == ["deleted list/a", "insert at both"] && plants.rows.count == 3)
    #expect(refusal("deleteRow", "both") == "this row cannot be deleted; one can insert at it")
    #expect(keys == ["b", "c", "both", "insert"])
  }

  @Test func `the insert row is titled Insert, allows inserting, and sends its event once (ACT-07)`() throws {
    let row = InsertRow()
    #expect(row.title == "Insert" && row.traits == RowTraits(canInsert: true))
    #expect(InsertRow("Add a plant").html.source == "Add a plant")
    try edit()
    try send("insertRow", "insert")
    #expect(heard.value == ["insert at insert"])
  }

  @Test func `an edit while editing is off, or that the row does not allow, is refused with the reason (EDT-04)`()
    throws
  {
    for (event, data) in [("deleteRow", JSON.null), ("insertRow", .null), ("move", ["by": 1])] {
      #expect(refusal(event, "a", data) == "editing is off; switch it on first")
    }
    try edit()
    #expect(refusal("deleteRow", "c") == "this row cannot be deleted; it cannot be edited")
    #expect(refusal("insertRow", "a") == "nothing can be inserted at this row; it can be deleted and moved")
    #expect(refusal("move", "c", ["by": 1]) == "this row cannot be moved; it cannot be edited")
    #expect(refusal("move", "c", ["by": "x"]) != nil)
    #expect(keys == ["a", "b", "c", "insert"] && heard.value == [])
  }

  @Test func `a row moves in its source, and never behind the insert row`() throws {
    try edit()
    try send("move", "a", ["by": 1])
    #expect(keys == ["b", "a", "c", "insert"] && plants.rows.map(\.id) == ["b", "a", "c"])
    #expect(throws: DeliveryError.self) { try send("move", "a", ["by": 5]) }
    try send("move", "a", [:])
    try send("move", "b", ["before": "insert"])
    #expect(keys == ["a", "c", "b", "insert"] && plants.rows.map(\.id) == ["a", "c", "b"])
    #expect(tree.takeDiagnostics().isEmpty)
  }

  @Test func `the selection follows its row through the source's changes, and ends with it (ACT-08)`() throws {
    let selection = list.add(Selection(.single))
    selection.selected = ["list/b"]
    let node = selection.nodes.first
    try plants.insert(Plant(id: "new"), at: 0)
    _ = tree.flushAll()
    #expect(selection.nodes.first === node && list.children[2] === node)
    try edit()
    try send("move", "b", ["by": -2])
    #expect(selection.nodes.first === node && list.children[0] === node)
    try send("deleteRow", "b")
    #expect(selection.selected == [] && heard.value == ["deleted list/b"])
  }

  @Test func `sections of a source are edited like one list`() throws {
    let parts = [ArraySource([Plant(id: "x")]), ArraySource([Plant(id: "y"), Plant(id: "z")])]
    list.children.source = EditingSource(SectionsSource(parts))
    try edit()
    #expect(list.children.map { ($0 as? ContainerModel)?.children.count } == [1, 3])
    let section = list.children[1].key
    try send("move", "\(section)/z", ["by": -1])
    try send("deleteRow", "\(list.children[0].key)/x")
    #expect(parts[0].rows.count == 0 && parts[1].rows.map(\.id) == ["z", "y"])
    parts[0].append(Plant(id: "late"))
    _ = tree.flushAll()
    #expect(labels("\(list.children[0].key)/late") == ["deleteRow", "move", "move"])
    try edit(false)
    #expect(labels("\(section)/y") == [])
  }

  /// A row whose link takes along whether the list is being edited.
  private struct Contact: EditableRow, Identifiable {
    struct Link: SiteURL {
      static let path = "/contact/{id}"
      var id: Int
      var editing = false
    }

    let id: Int
    var name = ""
    var isEditing = false
    private enum CodingKeys: CodingKey { case id, name }
    var html: HTML { "<a href=\"\(Link(id: id, editing: isEditing))\">\(name)</a>" }
  }

  private func links(_ list: ContainerModel) -> [String] {
    list.children.compactMap { row in
      row.asCell?.snapshot?.html.source.split(separator: "\"").first { $0.hasPrefix("/contact/") }.map(String.init)
    }
  }

  @Test func `rows learn that editing is on, and their links take it along (D6)`() throws {
    let contacts = ArraySource([Contact(id: 1)])
    list.children.source = contacts
    _ = tree.flushAll()
    #expect(links(list) == ["/contact/1"])
    try edit()
    #expect(links(list) == ["/contact/1?editing=true"])
    // New rows and changed ones, too; and a source that is set later.
    contacts.append(Contact(id: 2))
    contacts.update(Contact(id: 1, name: "Ada"))
    _ = tree.flushAll()
    #expect(links(list) == ["/contact/1?editing=true", "/contact/2?editing=true"])
    list.children.source = SectionsSource([ArraySource([Contact(id: 3)])])
    _ = tree.flushAll()
    #expect(list.children.compactMap { $0 as? ContainerModel }.flatMap(links) == ["/contact/3?editing=true"])
    list.children.source = nil
    list.add(CellModel(Contact(id: 4)))
    _ = tree.flushAll()
    #expect(links(list) == ["/contact/4?editing=true"])
    try edit(false)
    #expect(links(list) == ["/contact/4"])
  }

  @Test func `a page may begin with editing on, as its link says (D6)`() {
    let other = ContainerModel(id: "other")
    other.header = .editButton
    other.children.source = ArraySource([Contact(id: 1)])
    other.add(Editing(isOn: true))
    tree.root.add(other)
    _ = tree.flushAll()
    #expect((other.headerNode as? EditButtonModel)?.content.isOn == true)
    #expect(links(other) == ["/contact/1?editing=true"] && other.children.source?.isEditing == true)
  }

  @Test func `the ways to other rows and to sections take editing along (D6)`() {
    struct Place: SiteURL {
      static let path = "/list"
      var at: ListAnchor?
      var editing = false
    }
    let link = { [editing] (anchor: ListAnchor) in Place(at: anchor, editing: editing.isOn) }
    let (earlier, later) = (EarlierRowsModel(link: link), LaterRowsModel(link: link))
    (list.header, list.footer) = (earlier, later)
    var window = ListWindow()
    (window.before, window.after) = (.before(key: "1"), .from(key: "9"))
    list.share(window, to: ListWindow.state)
    #expect(earlier.content.link == "/list?at=%3C1" && later.content.link == "/list?at=9")
    editing.isOn = true
    #expect(earlier.content.link == "/list?at=%3C1&editing=true" && later.content.link == "/list?at=9&editing=true")
  }

  @Test func `a page may delete the rows itself, with the container that it names`() throws {
    final class Shelf: ContainerModel { var asked: [String] = [] }
    let shelf = Shelf(id: "shelf")
    shelf.children.source = SectionsSource([ArraySource([Plant(id: "x")])])
    shelf.add(Editing(isOn: true, deletingIn: Shelf.self) { shelf, row in shelf.asked.append(row.key) })
    tree.root.add(shelf)
    _ = tree.flushAll()
    _ = try tree.receive("deleteRow", from: "shelf/\(shelf.children[0].key)/x", data: .null)
    #expect(shelf.asked == ["x"] && heard.value == [] && tree.takeDiagnostics().isEmpty)
    let other = ContainerModel(id: "other")
    other.children.source = ArraySource([Plant(id: "y")])
    other.add(Editing(isOn: true, deletingIn: Shelf.self) { _, _ in })
    tree.root.add(other)
    _ = tree.flushAll()
    _ = try tree.receive("deleteRow", from: "other/y", data: .null)
    #expect(
      tree.takeDiagnostics().map(\.description) == [
        "the plugin Editing of \"other\" needs a container to delete its rows that is not above them"
      ])
  }

  @Test func `without a source the container's own rows are edited`() throws {
    let other = ContainerModel(id: "other")
    other.add([CellModel(Plant(id: "p")), CellModel(Plant(id: "q"))])
    other.add(editing)
    tree.root.add(other)
    try edit()
    _ = try tree.receive("move", from: "other/p", data: ["by": 1])
    _ = try tree.receive("deleteRow", from: "other/q", data: .null)
    #expect(other.children.map(\.key) == ["p"])
  }

  @Test func `a source that cannot delete is reported, with the remedy`() throws {
    final class Fixed: Source {
      override func rowCount(in section: Int) throws(SourceError) -> Int { 1 }
      override func row(at path: RowPath) throws(SourceError) -> any Content & Identifiable { Plant(id: "fixed") }
    }
    list.children.source = Fixed()
    try edit()
    try send("deleteRow", "fixed")
    #expect(
      tree.takeDiagnostics().map(\.description) == [
        "the plugin Editing of \"list\" cannot delete a row of Fixed; override carryOut there, or handle Editing.delete instead of the plugin"
      ])
    #expect(heard.value == [])
  }
}
