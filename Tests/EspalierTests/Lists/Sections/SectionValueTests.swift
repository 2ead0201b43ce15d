import Testing

@testable import Espalier

/// A container whose content is set as sections.
@Suite struct SectionValueTests {
  private let root = ContainerModel()

  private func node(_ address: String) -> Node? { root.descendant(at: address) }

  @Test func `rows are inserted and removed in sections (DIF-04)`() throws {
    root.set(
      sections: sections(["S": ["Select", "Apply"], "H1": ["P11", "P12", "P13"], "H2": ["P21", "P22", "P23"]]))
    var viewed = try Viewed(root)
    #expect(
      try viewed.summary {
        root.set(sections: sections(["S": ["Reset"], "H1": ["P11"], "H2": ["P21", "P211", "P22", "P23"]]))
      } == [
        "remove S/Select", "remove S/Apply", "insert S/Reset", "remove H1/P12", "remove H1/P13", "insert H2/P211",
      ])
  }

  @Test func `a changed header of a section is one update and does not touch its rows (DIF-10, H-B14)`() throws {
    func set(_ header: String, _ footer: String) {
      root.set { ListSection("s", header: Title(text: header), footer: Note(text: footer)) { rows(["a", "b"]) } }
    }
    set("Old", "Foot")
    var viewed = try Viewed(root)
    let (section, header) = (node("s"), node("s/header"))
    #expect(try viewed.summary { set("New", "Foot") } == ["update s/header"])
    #expect(try viewed.summary { set("New", "Toe") } == ["update s/footer"])
    #expect(try viewed.summary { set("New", "Toe") } == [])
    #expect(node("s") === section && node("s/header") === header)
  }

  @Test func `headers and footers can be added, removed and replaced by another type (DIF-10, H-B8)`() throws {
    func set(_ header: (any Content)?, _ footer: (any Content)?) {
      root.set(ListSection(header: header, footer: footer) { rows(["a"]) })
    }
    set(nil, nil)
    var viewed = try Viewed(root)
    #expect(try viewed.summary { set(Title(text: "1"), nil) } == ["insert header"])
    #expect(try viewed.summary { set(Title(text: "1"), Note(text: "2")) } == ["insert footer"])
    #expect(try viewed.summary { set(Note(text: "1"), Note(text: "2")) } == ["remove header", "insert header"])
    #expect(try viewed.summary { set(Note(text: "1"), Title(text: "2")) } == ["remove footer", "insert footer"])
    #expect(try viewed.summary { set(nil, Title(text: "2")) } == ["remove header"])
    #expect(try viewed.summary { set(nil, nil) } == ["remove footer"])
  }

  @Test func `a list in a list that is set again is not rendered again (H-B7)`() throws {
    func set() {
      root.set {
        ListSection("outer") {
          ListSection("inner", header: Title(text: "Inner")) { rows(["a", "b"]) }
          rows(["c"])
        }
      }
    }
    set()
    var viewed = try Viewed(root)
    let (inner, renders) = (node("outer/inner"), viewed.tree.renderCount)
    #expect(try viewed.summary { set() } == [])
    #expect(node("outer/inner") === inner && viewed.tree.renderCount == renders)
  }

  @Test func `a header is sent without the row below it`() throws {
    root.set(rows: rows(["a"]))
    var viewed = try Viewed(root)
    root.header = CellModel(Title(text: "x"))
    #expect(try viewed.patch() == #"[["+","","<header id=\"header\" class=\"Title\"><h2>x</h2></header>"]]"#)
    root.footer = CellModel(Title(text: "x"))
    #expect(try viewed.patch() == #"[["+","","<footer id=\"footer\" class=\"Title\"><h2>x</h2></footer>"]]"#)
  }

  @Test func `a row with the id header does not change the header's address`() throws {
    root.set(ListSection(header: Title(text: "1"), footer: Note(text: "2")) { rows(["header", "footer"]) })
    var viewed = try Viewed(root)
    #expect(viewed.tree.listedKeys == ["header", "header-2", "footer-2", "footer"])
    let isNew = try viewed.summary {
      root.set(ListSection(header: Title(text: "new"), footer: Note(text: "2")) { rows(["footer", "header"]) })
    }
    #expect(isNew == ["move footer-2", "update header"])
  }

  @Test func `sections move as a whole, and rows keep their nodes when they move between sections (H-A23)`() throws {
    root.set(sections: sections(["A": ["a", "x"], "B": ["b"], "C": ["c"]]))
    var viewed = try Viewed(root)
    let (section, row) = (node("C"), node("A/x"))
    #expect(
      try viewed.summary { root.set(sections: sections(["C": ["c"], "A": ["a"], "B": ["b", "x"]])) } == [
        "relocate A/x to B/x", "move C",
      ])
    #expect(node("C") === section && node("B/x") === row)
  }

  @Test func `rows of a removed section keep their nodes if another section has them`() throws {
    root.set(sections: sections(["A": ["a", "x"], "B": ["b"]]))
    var viewed = try Viewed(root)
    let row = node("A/x")
    #expect(
      try viewed.summary { root.set(sections: sections(["B": ["x", "b"]])) } == ["relocate A/x to B/x", "remove A"])
    #expect(node("B/x") === row)
  }

  @Test func `rows keep their nodes when they move into sections and out again`() throws {
    root.set(rows: rows(["a", "b", "c"]))
    var viewed = try Viewed(root)
    let nodes = root.childNodes
    root.set(sections: sections(["A": ["c", "a"], "B": ["b"]]))
    try viewed.check()
    #expect([node("A/a"), node("B/b"), node("A/c")] === nodes)
    root.set { ListSection("outer") { sections(["A": ["a"], "B": ["c", "b"]]).map { ListElement($0) } } }
    try viewed.check()
    #expect([node("outer/A/a"), node("outer/B/b"), node("outer/B/c")] === nodes)
    root.set(rows: rows(["a", "b", "c"]))
    try viewed.check()
    #expect([node("a"), node("b"), node("c")] === nodes)
  }

  @Test func `one row id may be in two sections, and the rows update in place`() throws {
    func set(_ first: String, _ second: String) {
      root.set {
        ListSection("A") { Row(id: "x", text: first) }
        ListSection("B") { Row(id: "x", text: second) }
      }
    }
    set("1", "2")
    var viewed = try Viewed(root)
    let nodes = [node("A/x"), node("B/x")]
    #expect(try viewed.summary { set("2", "1") } == ["update A/x", "update B/x"])
    #expect([node("A/x"), node("B/x")] === nodes)
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `sections without an id are identified by position`() throws {
    func set(_ lists: [[String]]) {
      root.set { for list in lists { ListSection { rows(list) } } }
    }
    set([["a"], ["b"]])
    var viewed = try Viewed(root)
    let nodes = root.childNodes
    #expect(
      try viewed.summary { set([["a", "b"], ["c"]]) } == ["relocate section-2/b to section/b", "insert section-2/c"])
    #expect(root.childNodes === nodes)
  }

  @Test func `a section's value includes its layout`() throws {
    func set(_ layout: Layout) { root.set { ListSection("s", layout: layout) { rows(["a"]) } } }
    set(.list)
    var viewed = try Viewed(root)
    #expect(try viewed.summary { set(.grid(columns: 3)) } == ["relayout s e-grid e-columns-3"])
    #expect(try viewed.summary { set(.strip) } == ["relayout s e-strip"])
    #expect(try viewed.summary { set(.list) } == ["relayout s "])
  }

  @Test func `a page can be set as a section`() throws {
    let root = ContainerModel(ListSection("page", header: Title(text: "T"), layout: .grid) { rows(["a"]) })
    let viewed = try Viewed(root)
    #expect(viewed.tree.listedKeys == ["header", "a"])
    #expect(viewed.snapshot.layout == "e-grid")
  }
}
