import Testing

@testable import Espalier

@Suite struct DiffTests {
  /// The operations that turn one list of ids into another.
  private func operations(_ old: [String], _ new: [String]) throws -> [String] {
    let cells = Dictionary(uniqueKeysWithValues: Set(old + new).map { ($0, CellModel(Row(id: $0, text: $0))) })
    let root = ContainerModel()
    root.add(old.compactMap { cells[$0] })
    var viewed = try Viewed(root)
    root.children.removeAll()
    root.add(new.compactMap { cells[$0] })
    let summary = try viewed.flush().summary
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
    #expect(viewed.tree.listedKeys == new)
    return summary
  }

  @Test func `rows are removed and inserted without a move (DIF-03)`() throws {
    let old = ["Select", "Apply", "H1", "P11", "P12", "P13", "H2", "P21", "P22", "P23"]
    let new = ["Reset", "H1", "P11", "H2", "P21", "P211", "P22", "P23"]
    #expect(
      try operations(old, new) == [
        "remove Select", "remove Apply", "remove P12", "remove P13", "insert Reset", "insert P211",
      ])
  }

  @Test func `rows in sections are removed and inserted without a move (DIF-04)`() throws {
    let cells = Dictionary(
      uniqueKeysWithValues: [
        "Select", "Apply", "Reset", "P11", "P12", "P13", "P21", "P211", "P22", "P23",
      ].map { ($0, CellModel(Row(id: $0))) })
    let root = ContainerModel()
    let sections = ["S", "H1", "H2"].map { ContainerModel(id: $0) }
    root.add(sections)
    func set(_ lists: [[String]]) {
      for (section, list) in zip(sections, lists) {
        section.children.removeAll()
        section.add(list.compactMap { cells[$0] })
      }
    }
    set([["Select", "Apply"], ["P11", "P12", "P13"], ["P21", "P22", "P23"]])
    var viewed = try Viewed(root)
    set([["Reset"], ["P11"], ["P21", "P211", "P22", "P23"]])
    #expect(
      Set(try viewed.flush().summary) == [
        "remove S/Select", "remove S/Apply", "remove H1/P12", "remove H1/P13", "insert S/Reset", "insert H2/P211",
      ])
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
  }

  @Test func `rows that stay are not changed, such as a field that a user types into (DIF-05)`() throws {
    let old = ["Select", "Apply", "Htf", "TF1", "P11", "P12", "P13", "H2", "P21", "P22", "TF2"]
    let new = ["Reset", "Htf", "TF1", "H2", "P21", "P22", "P23", "TF2", "P24"]
    #expect(
      try operations(old, new) == [
        "remove Select", "remove Apply", "remove P11", "remove P12", "remove P13", "insert Reset", "insert P23",
        "insert P24",
      ])
  }

  @Test func `equal lists need no operation, and n rows are inserted or removed with n operations (DIF-06)`() throws {
    #expect(try operations(["a", "b"], ["a", "b"]) == [])
    #expect(try operations([], ["a", "b"]) == ["insert a", "insert b"])
    #expect(try operations(["a", "b"], []) == ["remove a", "remove b"])
    #expect(try operations([], []) == [])
  }

  @Test func `a changed title of a section is one update (DIF-10)`() {
    let root = ContainerModel()
    let title = CellModel(Note(text: "Old"), key: "title")
    let section = ContainerModel(id: "section")
    root.add(section)
    section.add(title)
    section.add([Row(id: "a"), Row(id: "b")])
    let tree = Tree(root)
    _ = tree.flushAll()
    title.content.text = "New"
    #expect(tree.flushAll()?.summary == ["update section/title"])
  }

  @Test func `a new handler with an equal content runs, and no patch is sent (DIF-11)`() throws {
    let root = ContainerModel()
    let cell = CellModel(Row(id: "a"))
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    var called: [String] = []
    cell.on(Row.tap) { _ in called.append("old") }
    cell.content = Row(id: "a")
    cell.on(Row.tap) { _ in called.append("new") }
    #expect(tree.flushAll() == nil)
    _ = try tree.receive("tap", from: "a", data: 1)
    #expect(called == ["new"])
  }

  @Test func `a field that the cell does not show changes the JSON but not the page`() throws {
    struct Quiet: Content, Identifiable {
      let id: String
      var hidden: Int
      var html: HTML { "<p>same</p>" }
    }
    let root = ContainerModel()
    let cell = CellModel(Quiet(id: "a", hidden: 1))
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    cell.content.hidden = 2
    let changes = try #require(tree.flushAll())
    #expect(
      JSONDialect.patch(changes).description == #"[{"op":"replace","path":"/children/0/model/hidden","value":2}]"#)
    #expect(String(decoding: DOMDialect(html: HTMLDialect(events: "/e")).patch(changes), as: UTF8.self) == "[]")
  }
}

@Suite struct RelocationTests {
  private let root = ContainerModel()
  private let a = ContainerModel(id: "A")
  private let b = ContainerModel(id: "B")

  init() { root.add([a, b]) }

  private func row(_ id: String, _ text: String) -> CellModel<Row> { CellModel(Row(id: id, text: text)) }

  @Test func `a row or a folder with its rows moves to another container and keeps its elements`() throws {
    let folder = ContainerModel(id: "folder")
    folder.add(row("x", "1"))
    a.add(folder)
    b.add(row("y", "2"))
    var viewed = try Viewed(root)
    b.add(folder, at: .first)
    #expect(try viewed.flush().summary == ["relocate A/folder to B/folder"])
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
  }

  @Test func `two rows with the same id swap places`() throws {
    let (first, second) = (row("x", "first"), row("x", "second"))
    a.add(first)
    b.add(second)
    var viewed = try Viewed(root)
    a.remove(first)
    b.remove(second)
    a.add(second)
    b.add(first)
    try viewed.flush()
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
    #expect([first.address, second.address] == ["B/x", "A/x"])
  }

  @Test func `a folder replaces one with the same id and takes a row at once`() throws {
    let (old, new) = (ContainerModel(id: "folder"), ContainerModel(id: "folder"))
    let traveller = row("t", "traveller")
    old.add(row("o", "old"))
    new.add(row("n", "new"))
    a.add(new)
    b.add(old)
    root.add(traveller)
    var viewed = try Viewed(root)
    b.remove(old)
    b.add(new)
    new.add(traveller)
    try viewed.flush()
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
  }

  @Test func `a row leaves a folder that replaced one with the same id and a row of the same id`() throws {
    let (old, new, deep) = (ContainerModel(id: "folder"), ContainerModel(id: "folder"), ContainerModel(id: "deep"))
    old.add(row("y", "old"))
    let traveller = row("y", "new")
    new.add(traveller)
    a.add(new)
    b.add(old)
    let middle = ContainerModel(id: "middle")
    root.add(middle)
    middle.add(deep)
    var viewed = try Viewed(root)
    b.remove(old)
    b.add(new)
    deep.add(traveller)
    try viewed.flush()
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
  }

  @Test func `a row moves from a folder to a new one around it, and can change later`() throws {
    let (root, outer, inner) = (ContainerModel(), ContainerModel(id: "outer"), ContainerModel(id: "inner"))
    let row = CellModel(Row(id: "row"))
    inner.add([row, CellModel(Row(id: "other"))])
    root.add(inner)
    var viewed = try Viewed(root)
    outer.header = inner
    outer.add(row)
    root.add(outer)
    _ = try viewed.flush()
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
    row.content.text = "changed"
    outer.add(CellModel(Row(id: "first")), at: .first)
    #expect(try viewed.flush().summary == ["insert outer/first", "update outer/row"])
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
  }

  @Test func `a folder and the one inside it swap places`() throws {
    let (outer, inner) = (ContainerModel(id: "outer"), ContainerModel(id: "inner"))
    outer.add(inner)
    outer.add(row("o", "outer"))
    inner.add(row("i", "inner"))
    a.add(outer)
    var viewed = try Viewed(root)
    a.add(inner)
    inner.add(outer)
    try viewed.flush()
    #expect(try viewed.fault() ?? viewed.faultInDOM() == nil)
  }
}
