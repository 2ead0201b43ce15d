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
    root.on(Reordering.didMove) { [heard] in heard.value.append($1) }
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
    #expect(try move("list/5", ["by": .int(.max)], in: tree) == nil)
  }

  @Test func `without a target a row moves to the end, and with an unknown one it stays`() throws {
    let tree = tree()
    _ = try move("list/1", [:], in: tree)
    #expect(keys.last == "1")
    let before = keys
    #expect(try move("list/2", ["before": "nobody"], in: tree) == nil)
    #expect(try move("list/2", ["into": "nobody"], in: tree) == nil)
    #expect(keys == before)
    #expect(throws: DeliveryError.self) { try move("list/2", ["before": 7], in: tree) }
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
    #expect(try move("empty/20", ["into": "closed"], in: tree) == nil)
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
    #expect(try move("list/20", ["into": "other"], in: tree) == nil)
  }

  @Test func `a container that is a row is moved by its header`() throws {
    let tree = tree()
    let section = ContainerModel(id: "section")
    section.header = CellModel(Note(text: "Title"))
    section.add(Row(id: "inner"))
    list.insertFirst(section)
    _ = tree.flushAll()
    #expect((section.header as? CellModel<Note>)?.snapshot?.html.source.contains("Move Title up") == true)
    #expect((section.children[0] as? CellModel<Row>)?.snapshot?.html.controls.count == 1, "its rows are not the list's")
    #expect(try move("list/section/header", ["by": 2], in: tree) == ["move list/section"])
    #expect(keys.prefix(3) == ["1", "2", "section"])
  }
}
