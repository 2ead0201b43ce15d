import Testing

@testable import Espalier

/// Repeated ids are reported, and every row is shown.
@Suite struct DuplicateTests {
  private let root = ContainerModel()

  private func texts() -> [String] { root.children.compactMap { ($0 as? CellModel<Row>)?.content.text } }
  private func duplicate(_ key: String, in container: String = "") -> [Diagnostic] {
    [.duplicateKey(key, container: container)]
  }

  @Test func `a repeated id is reported once with its name, and all rows are shown in order (DIF-09, H-F1, H-B1)`()
    throws
  {
    let list = [Row(id: "a", text: "1"), Row(id: "b", text: "2"), Row(id: "a", text: "3"), Row(id: "a", text: "4")]
    var viewed = try Viewed(root)
    #expect(try viewed.summary { root.set(rows: list) }.count == 4)
    #expect(viewed.tree.listedKeys == ["a", "b", "a-2", "a-3"])
    #expect(texts() == ["1", "2", "3", "4"])
    #expect(viewed.tree.takeDiagnostics() == duplicate("a"))
  }

  @Test func `setting the same rows again changes nothing and reports nothing (DIF-09)`() throws {
    let list = [Row(id: "a", text: "1"), Row(id: "b", text: "2"), Row(id: "a", text: "3")]
    root.set(rows: list)
    var viewed = try Viewed(root)
    _ = viewed.tree.takeDiagnostics()
    let nodes = root.childNodes
    for _ in 0..<2 { #expect(try viewed.summary { root.set(rows: list) } == []) }
    #expect(root.childNodes === nodes)
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `one of several rows with an id can be updated, inserted or removed (DIF-09)`() throws {
    func set(_ texts: [String]) { root.set(rows: texts.map { Row(id: "a", text: $0) } + rows(["z"])) }
    set(["1", "2"])
    var viewed = try Viewed(root)
    #expect(try viewed.summary { set(["1", "two"]) } == ["update a-2"])
    #expect(try viewed.summary { set(["1", "two", "3"]) } == ["insert a-3"])
    #expect(texts() == ["1", "two", "3", "z"])
    #expect(try viewed.summary { set(["1"]) }.count == 2)
    #expect(texts() == ["1", "z"])
  }

  @Test func `rows of several types with one id are all shown, each with its own node (DIF-09, H-B12)`() throws {
    func set(_ isTurned: Bool) {
      root.set {
        if isTurned { Fact(id: "a", number: 1) }
        Row(id: "a", text: "row")
        if !isTurned { Fact(id: "a", number: 1) }
      }
    }
    set(false)
    var viewed = try Viewed(root)
    #expect(viewed.tree.takeDiagnostics() == duplicate("a"))
    let nodes = root.childNodes
    #expect(try viewed.summary { set(true) } == ["move a-2"])
    #expect(root.childNodes === nodes.reversed())
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `a repeated id in a section is reported with the section (DIF-09)`() throws {
    root.set(sections: sections(["A": ["x", "x"], "B": ["x"]]))
    let viewed = try Viewed(root)
    #expect(viewed.tree.takeDiagnostics() == duplicate("x", in: "A"))
    #expect(viewed.tree.listedCells == ["A/header", "A/x", "A/x-2", "B/header", "B/x"])
  }

  @Test func `a repeated section is a separate section (DIF-09)`() throws {
    func set(_ rows: [String]) {
      root.set { for row in rows { ListSection("s") { Row(id: row, text: row) } } }
    }
    set(["a", "b"])
    var viewed = try Viewed(root)
    #expect(viewed.tree.listedCells == ["s/a", "s-2/b"])
    #expect(try viewed.summary { set(["b", "a"]) } == ["relocate s-2/b to s/b", "relocate s/a to s-2/a"])
  }
}
