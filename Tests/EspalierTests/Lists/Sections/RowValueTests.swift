import Testing

@testable import Espalier

/// A container whose rows are set as a list of values.
@Suite struct RowValueTests {
  private let root = ContainerModel()

  /// The changes that turn one list of rows into another.
  private func changes(_ old: [String], _ new: [String]) throws -> ChangeSet {
    let root = ContainerModel()
    root.set(rows: rows(old))
    var viewed = try Viewed(root)
    root.set(rows: rows(new))
    let changes = try viewed.check()
    #expect(viewed.tree.listedKeys == new)
    return changes
  }

  @Test func `rows are inserted and removed without a move (DIF-03)`() throws {
    let old = ["Select", "Apply", "H1", "P11", "P12", "P13", "H2", "P21", "P22", "P23"]
    let new = ["Reset", "H1", "P11", "H2", "P21", "P211", "P22", "P23"]
    #expect(
      try changes(old, new).summary == [
        "remove Select", "remove Apply", "remove P12", "remove P13", "insert Reset", "insert P211",
      ])
  }

  @Test func `rows that stay are not changed, such as a field that a user types into (DIF-05)`() throws {
    let old = ["Select", "Apply", "Htf", "TF1", "P11", "P12", "P13", "H2", "P21", "P22", "TF2"]
    let new = ["Reset", "Htf", "TF1", "H2", "P21", "P22", "P23", "TF2", "P24"]
    root.set(rows: rows(old))
    var viewed = try Viewed(root)
    let fields = ["TF1", "TF2"].map { root.descendant(at: $0) }
    root.set(rows: rows(new))
    let changes = try viewed.check()
    var places: [String] = []
    for operation in changes.operations {
      switch operation {
      case .remove(let key, let place, _): places.append("-\(key) \(place.index)")
      case .insert(let node, let place, _): places.append("+\(node.key) \(place.index) \(place.before ?? "end")")
      default: Issue.record("\(operation)")
      }
    }
    #expect(
      places == [
        "-Select 0", "-Apply 0", "-P11 2", "-P12 2", "-P13 2", "+Reset 0 Htf", "+P23 6 TF2", "+P24 8 end",
      ])
    #expect(["TF1", "TF2"].map { root.descendant(at: $0) } === fields)
  }

  @Test func `equal lists need no operation, and n rows are inserted or removed with n operations (DIF-06)`() throws {
    #expect(try changes(["a", "b"], ["a", "b"]).summary == [])
    #expect(try changes([], ["a", "b"]).summary == ["insert a", "insert b"])
    #expect(try changes(["a", "b"], []).summary == ["remove a", "remove b"])
    #expect(try changes([], []).summary == [])
  }

  @Test func `an equal list keeps all nodes and renders nothing (DIF-06)`() throws {
    root.set {
      Title(text: "Rows")
      rows(["a", "b"])
      ListSection("s", header: Title(text: "S"), footer: Note(text: "F")) { rows(["c"]) }
    }
    var viewed = try Viewed(root)
    let nodes = root.childNodes
    root.set {
      Title(text: "Rows")
      rows(["a", "b"])
      ListSection("s", header: Title(text: "S"), footer: Note(text: "F")) { rows(["c"]) }
    }
    #expect(!viewed.tree.hasChanges)
    #expect(root.childNodes === nodes)
    #expect(try viewed.check().isEmpty)
  }

  @Test func `a rotation is one move, a reversal n-1 and a swap of the ends two (DIF-07)`() throws {
    let ids = ["1", "2", "3", "4"]
    #expect(try changes(ids, ["4", "1", "2", "3"]).summary == ["move 4"])
    #expect(try changes(ids, ["4", "3", "2", "1"]).operations.count == 3)
    #expect(try changes(ids, ["4", "2", "3", "1"]).operations.count == 2)
  }

  @Test func `the same id with another content updates the same node (H-F3, H-B2)`() throws {
    root.set(rows: rows(["a", "b"]))
    var viewed = try Viewed(root)
    let nodes = root.childNodes
    #expect(try viewed.summary { root.set(rows: [Row(id: "b", text: "new"), Row(id: "a", text: "a")]) }.count == 2)
    #expect(root.childNodes === nodes.reversed())
  }

  @Test func `a cell without an id is identified by its position among cells of its type`() throws {
    root.set {
      Note(text: "1")
      Note(text: "2")
    }
    var viewed = try Viewed(root)
    let nodes = root.childNodes
    #expect(
      try viewed.summary {
        root.set {
          Note(text: "1")
          Note(text: "two")
          Note(text: "3")
        }
      } == ["insert note-3", "update note-2"])
    #expect(Array(root.childNodes.prefix(2)) === nodes)
  }

  @Test func `a cell without an id does not take the node of a cell of another type`() throws {
    root.set { Note(text: "note") }
    var viewed = try Viewed(root)
    #expect(try viewed.summary { root.set { Title(text: "title") } } == ["remove note", "insert title"])
    #expect(
      try viewed.summary {
        root.set {
          Row(id: "a", text: "row")
          ListSection("s") { Fact(id: "b") }
        }
      }.count == 3)
    #expect(try viewed.summary { root.set { for text in ["1", "2"] { Note(text: text) } } }.count == 4)
    #expect(viewed.tree.listedCells.count == 2)
  }

  @Test func `set finds rows that methods added, and methods find rows that set added`() throws {
    root.add(rows(["a", "b"]))
    var viewed = try Viewed(root)
    let nodes = root.childNodes
    #expect(try viewed.summary { root.set(rows: rows(["b", "a"])) } == ["move b"])
    #expect(root.childNodes === nodes.reversed())
    root.add(CellModel(Row(id: "c", text: "c")), at: .first)
    root.remove(nodes[0])
    #expect(try viewed.summary { root.set(rows: rows(["a", "b"])) } == ["move a"])
    #expect(viewed.tree.listedKeys == ["a", "b"])
  }

  @Test func `a row whose id changed is found by its new id`() throws {
    let cells = (0..<50).map { CellModel(Row(id: "old\($0)")) }
    root.add(cells)
    var viewed = try Viewed(root)
    for (index, cell) in cells.enumerated() { cell.content = Row(id: "new\(index)") }
    root.set(rows: (0..<50).reversed().map { Row(id: "new\($0)") })
    try viewed.check()
    #expect(root.childNodes === cells.reversed())
  }

  @Test func `if, else, switch and for build a list`() {
    func list(_ isOpen: Bool, _ names: [String]) -> [String] {
      let root = ContainerModel()
      root.set {
        if isOpen { Title(text: "open") }
        if names.isEmpty { Note(text: "none") } else { for name in names { Row(id: name) } }
        switch names.count {
        case 0: Fact(id: "zero")
        case 1: Fact(id: "one")
        default: [Fact(id: "many")]
        }
      }
      return root.children.map(\.key)
    }
    #expect(list(true, []) == ["title", "note", "zero"])
    #expect(list(false, ["x"]) == ["x", "one"])
    #expect(list(true, ["x", "y"]) == ["title", "x", "y", "many"])
  }
}
