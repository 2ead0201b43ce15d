import Testing

@testable import Espalier

/// Rows that users reorder: by steps, before another row, or into another section.
@Suite struct ReorderingTests {
  private let list = ContainerModel(id: "list")
  private let root = ContainerModel()
  private let heard = Box<[String]>([])

  private func tree(_ reordering: Reordering = Reordering()) -> Tree {
    list.add((1...20).map { CellModel(Row(id: "\($0)", text: "\($0)")) })
    list.add(reordering)
    root.add(list)
    root.on(Reordering.didMove) { [heard] in heard.value.append($1.row) }
    let tree = Tree(root)
    _ = tree.flushAll()
    return tree
  }

  private func move(_ address: String, _ data: JSON, in tree: Tree) throws -> [String]? {
    _ = try tree.receive("move", from: address, data: data)
    return tree.flushAll()?.summary
  }

  private var keys: [String] { list.children.map(\.key) }

  @Test func `the third of twenty moves behind the sixth, and a later update keeps the order (CON-16)`() throws {
    let tree = tree()
    #expect(try move("list/3", ["before": "7"], in: tree) == ["move list/3"])
    let order = ["1", "2", "4", "5", "6", "3"] + (7...20).map(String.init)
    #expect(keys == order && heard.value == ["list/3"])
    list.setNeedsLayout()
    list.add(Row(id: "21"))
    list.remove(list.children[0])
    list.setNeedsRender()
    _ = tree.flushAll()
    #expect(tree.listedKeys == order.dropFirst() + ["21"])
  }

  @Test func `a step passes one row, and does nothing at an end`() throws {
    let tree = tree()
    #expect(try move("list/1", ["by": -1], in: tree) == nil)
    #expect(try move("list/20", ["by": 1], in: tree) == nil)
    #expect(try move("list/2", ["by": 0], in: tree) == nil)
    #expect(heard.value == [])
    #expect(try move("list/2", ["by": -1], in: tree) == ["move list/2"])
    #expect(try move("list/2", ["by": 1], in: tree) != nil)
    #expect(keys == (1...20).map(String.init))
    list.children[1].isHidden = true
    _ = tree.flushAll()
    _ = try move("list/1", ["by": 1], in: tree)
    #expect(keys.prefix(4) == ["2", "3", "1", "4"], "the hidden row does not count")
  }

  @Test func `without a target a row moves to the end`() throws {
    let tree = tree()
    _ = try move("list/1", [:], in: tree)
    #expect(keys.last == "1")
  }

  @Test(
    arguments: [
      (["before": "nobody"], "data.before", "must be the key of another row of the list"),
      (["before": "2"], "data.before", "must be the key of another row of the list"),
      (["into": "nobody"], "data.into", "the row stays in its list"),
      (["by": 19], "data.by", "the list has only 18 rows on this side of the row"),
      (["by": -3], "data.by", "the list has only 1 rows on this side of the row"),
      (["by": .int(.max)], "data.by", "the list has only 18 rows on this side of the row"),
      (["befor": "7"], "data.befor", "is not known; a move has by, before, into, together"),
      (["by": 1, "before": "7"], "data.by", "must be the only field of a move"),
      (["before": 7], "data.before", "must be "),
    ] as [(JSON, String, String)])
  func `a place that does not exist, and an unknown field, are refused by name (H-E7)`(
    data: JSON, field: String, reason: String
  ) throws {
    let tree = tree()
    do {
      _ = try move("list/2", data, in: tree)
      Issue.record("it was not refused")
    } catch DeliveryError.refused(let error), DeliveryError.payload(let error) {
      #expect(error.field == field && error.reason.contains(reason), "\(error)")
    }
    #expect(keys == (1...20).map(String.init) && heard.value == [] && tree.flushAll() == nil)
  }

  @Test func `the event of a move has the old and the new place (PLG-06)`() throws {
    let moves = Box<[Reordering.Moved]>([])
    let reordering = Reordering(.sections)
    let tree = tree(reordering)
    let other = ContainerModel(id: "other")
    other.add(reordering)
    root.add(other)
    root.on(Reordering.didMove) { [moves] in moves.value.append($1) }
    _ = tree.flushAll()
    _ = try move("list/3", ["before": "7"], in: tree)
    _ = try move("list/1", ["into": "other"], in: tree)
    _ = try move("other/1", [:], in: tree)
    #expect(
      moves.value.map { "\($0.row) \($0.from.list) \($0.from.index) \($0.to.list) \($0.to.index)" } == [
        "list/3 list 2 list 5", "other/1 list 0 other 0",
      ])
  }

  @Test func `selected rows move together, in order, within a section and across; others do not (E31)`() throws {
    let (reordering, selection) = (Reordering(.sections, canMove: { $0.key != "9" }), Selection(.multiple))
    let tree = tree(reordering)
    let other = ContainerModel(id: "other")
    other.add([CellModel(Row(id: "x")), CellModel(Row(id: "y"))])
    for list in [list, other] { list.add(selection) }
    other.add(reordering)
    root.add(other)
    _ = tree.flushAll()
    selection.selected = ["list/2", "list/4", "list/9", "other/y"]
    _ = tree.flushAll()
    _ = try move("list/4", ["before": "2", "together": true], in: tree)
    #expect(keys.prefix(6) == ["1", "2", "4", "y", "3", "5"] && keys.contains("9"))
    #expect(heard.value == ["list/4", "list/y"], "only rows with a new place are told")
    _ = try move("list/y", ["into": "other", "before": "x", "together": true], in: tree)
    #expect(other.children.map(\.key) == ["2", "4", "y", "x"] && keys.prefix(3) == ["1", "3", "5"])
    #expect(Set(selection.selected) == ["other/2", "other/4", "other/y", "list/9"])
    _ = try move("list/5", ["into": "other", "together": true], in: tree)
    #expect(other.children.map(\.key) == ["2", "4", "y", "x", "5"], "a row that is not selected moves alone")
    _ = try move("other/2", [:], in: tree)
    #expect(other.children.map(\.key) == ["4", "y", "x", "5", "2"], "without `together` a row moves alone")
  }

  @Test func `a section takes rows if its only row is a placeholder, and says so in its classes (PLG-06)`() throws {
    let reordering = Reordering(.sections, canMove: { $0.key != "placeholder" })
    let tree = tree(reordering)
    let empty = ContainerModel(id: "empty")
    empty.add(CellModel(Row(id: "placeholder")))
    empty.add(reordering)
    root.add(empty)
    _ = tree.flushAll()
    #expect(empty.shownClasses == "e-drop" && root.shownClasses == "")
    #expect(try move("list/1", ["into": "empty", "before": "placeholder"], in: tree) != nil)
    #expect(empty.children.map(\.key) == ["1", "placeholder"])
    empty.remove(reordering)
    _ = tree.flushAll()
    #expect(empty.shownClasses == "")
  }

  @Test func `a row says whether it can be dragged, and a list how its tools are called (E14)`() throws {
    struct Chore: Content, Identifiable {
      let id: String
      var traits: RowTraits { RowTraits(canMove: id != "fixed") }
      var html: HTML { "\(id)" }
    }
    let tree = tree(Reordering(label: { $0.key == "free" ? "the free one" : nil }))
    list.add([Chore(id: "free"), Chore(id: "fixed")])
    _ = tree.flushAll()
    #expect(list.children[id: "free"]?.asCell?.snapshot?.html.source.contains("Move the free one up") == true)
    #expect(list.children[id: "fixed"]?.asCell?.snapshot?.html.controls.isEmpty == true)
    #expect(throws: DeliveryError.refused(PayloadError(field: "event", reason: "this row cannot be moved"))) {
      try move("list/fixed", ["by": -1], in: tree)
    }
  }

  @Test func `a row that cannot move has no handle, and a refused place changes nothing`() throws {
    let tree = tree(Reordering(canMove: { $0.key != "2" }, mayStand: { _, _, index in index > 0 }))
    #expect((list.children[1] as? CellModel<Row>)?.snapshot?.html.controls.count == 1)
    #expect(throws: DeliveryError.self) { try move("list/2", ["by": 1], in: tree) }
    #expect(try move("list/3", ["before": "1"], in: tree) == nil)
    #expect(heard.value == [] && keys == (1...20).map(String.init))
  }

  @Test func `between sections a row moves past the end into the next one, and back`() throws {
    let reordering = Reordering(.sections)
    let tree = tree(reordering)
    let (empty, closed) = (ContainerModel(id: "empty"), ContainerModel(id: "closed"))
    empty.add(reordering)
    root.add([empty, closed])
    _ = tree.flushAll()
    #expect(try move("list/20", ["by": 1], in: tree) == ["relocate list/20 to empty/20"])
    #expect(try move("list/4", ["before": "20", "into": "empty"], in: tree) == ["relocate list/4 to empty/4"])
    #expect(try move("empty/20", ["by": 1], in: tree) == nil, "the last section has no such plugin")
    #expect(throws: DeliveryError.self) { try move("empty/20", ["into": "closed"], in: tree) }
    #expect(try move("empty/4", ["by": -1], in: tree) == ["relocate empty/4 to list/4"])
    #expect(keys.last == "4" && heard.value == ["empty/20", "empty/4", "list/4"])
  }

  @Test func `with separate lists a row stays in its list`() throws {
    let reordering = Reordering()
    let tree = tree(reordering)
    let other = ContainerModel(id: "other")
    other.add(reordering)
    root.add(other)
    _ = tree.flushAll()
    #expect(try move("list/20", ["by": 1], in: tree) == nil)
    #expect(throws: DeliveryError.self) { try move("list/20", ["into": "other"], in: tree) }
  }

  @Test func `a container that is a row is moved by its header`() throws {
    let tree = tree()
    let section = ContainerModel(id: "section")
    section.header = CellModel(Note(text: "Title"))
    section.add(Row(id: "inner"))
    list.add(section, at: .first)
    _ = tree.flushAll()
    #expect((section.header as? CellModel<Note>)?.snapshot?.html.source.contains("Move Title up") == true)
    #expect((section.children[0] as? CellModel<Row>)?.snapshot?.html.controls.count == 1, "its rows are not the list's")
    #expect(try move("list/section/header", ["by": 2], in: tree) == ["move list/section"])
    #expect(keys.prefix(3) == ["1", "2", "section"])
  }
}
