import EspalierTestSupport
import Testing

@testable import Espalier

/// Lines and spaces beside the rows of a section.
@Suite struct DecorationTests {
  private func section(_ ids: [String]) -> ListSection {
    ListSection("s") { for id in ids { Row(id: id) } }
  }

  /// The rows as ids, the decorations as `-` and `_`.
  private func shown(_ section: ListSection) -> String {
    let list = ContainerModel(section)
    return list.children.map { node in
      switch node {
      case is CellModel<Divider>: "-"
      case is CellModel<Spacer>: "_"
      default: node.key
      }
    }.joined()
  }

  @Test(arguments: [
    (ListSection.DecoratedRows.each, "-a-b-c", "a-b-c-"), (.first, "-abc", "a-bc"), (.last, "ab-c", "abc-"),
    (.allButLast, "-a-bc", "a-b-c"), (.whose { ($0 as? Row)?.id == "b" }, "a-bc", "ab-c"),
  ])
  func `a decoration stands at the begin or the end of the rows that the rule names (E38)`(
    rows: ListSection.DecoratedRows, begin: String, end: String
  ) {
    #expect(shown(section(["a", "b", "c"]).decorated(with: Divider(), at: .begin, of: rows)) == begin)
    #expect(shown(section(["a", "b", "c"]).decorated(with: Divider(), at: .end, of: rows)) == end)
  }

  @Test func `a single row is the first and the last one, and an empty section has no decoration (H-E3)`() {
    for rows in [ListSection.DecoratedRows.each, .first, .last] {
      #expect(shown(section(["a"]).decorated(with: Divider(), at: .begin, of: rows)) == "-a")
      #expect(shown(section(["a"]).decorated(with: Divider(), at: .end, of: rows)) == "a-")
      #expect(shown(section([]).decorated(with: Divider(), at: .end, of: rows)) == "")
    }
    #expect(shown(section(["a"]).decorated(with: Divider(), at: .end, of: .allButLast)) == "a")
  }

  @Test func `later decorations are further away from the row, and rules count rows only (H-E3)`() {
    let all = section(["a", "b"]).decorated(with: Divider(), at: .begin).decorated(with: Divider(), at: .end)
      .decorated(with: Spacer(8), at: .begin, of: .first).decorated(with: Spacer(8), at: .end, of: .last)
    #expect(shown(all) == "_-a--b-_")
    #expect(shown(all.decorated(with: Spacer(1), at: .begin, of: .last)) == "_-a-_-b-_")
  }

  @Test(arguments: seeds(100))
  func `decorations move with their rows, and no id is repeated`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    let root = ContainerModel()
    var viewed = try Viewed(root)
    for _ in 0..<20 {
      let ids = (0..<6).shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)).map { "r\($0)" }
      let old = Set(root.children.map(ObjectIdentifier.init))
      let oldKeys = Set(root.children.map(\.key))
      root.set(
        section(ids).decorated(with: Divider(), at: .end, of: .each).decorated(with: Spacer(4), at: .begin, of: .each))
      for node in root.children where oldKeys.contains(node.key) { #expect(old.contains(ObjectIdentifier(node))) }
      #expect(root.children.count == 3 * ids.count)
      #expect(viewed.tree.takeDiagnostics().isEmpty)
      try viewed.check()
    }
  }

  /// A list of rows with lines between them, which people select, move and delete.
  private func decorated(_ ids: [String]) throws -> (list: ContainerModel, viewed: Viewed) {
    let root = ContainerModel()
    let list = ContainerModel(
      section(ids).decorated(with: Divider(), at: .end, of: .allButLast).decorated(
        with: Spacer(4), at: .begin, of: .first))
    list.add(Selection(.multiple))
    list.add(Reordering())
    root.add(list)
    return (list, try Viewed(root))
  }

  private func shown(_ list: ContainerModel) -> String {
    list.children.map { Plugin.isRow($0) ? $0.key : $0 is CellModel<Divider> ? "-" : "_" }.joined()
  }

  @Test func `nobody selects or moves a decoration, and no tool stands beside it`() throws {
    var (list, viewed) = try decorated(["a", "b", "c"])
    #expect(shown(list) == "_a-b-c" && list.children.filter(Plugin.isRow).map(\.nodeKey) == ["a", "b", "c"])
    for node in viewed.tree.snapshot().children[0].children {
      #expect((node.cell?.html.source ?? "").contains("<button") == ["a", "b", "c"].contains(node.key), "\(node.key)")
    }
    let line = try #require(list.children.first { $0 is CellModel<Divider> })
    let events: [(String, JSON)] = [("select", true), ("move", ["by": 1])]
    for (event, data) in events {
      #expect(throws: DeliveryError.self) { try viewed.tree.receive(event, from: line.address, data: data) }
    }
    try viewed.check()
  }

  @Test(
    arguments: [
      ("a", 1, nil, "b-_a-c"), ("c", -1, nil, "_a-cb-"), ("c", -2, nil, "c_a-b-"), ("a", nil, "c", "b-_a-c"),
      ("a", nil, nil, "b-c_a-"), ("c", nil, "end-0-Row-a", "_a-cb-"), ("c", nil, "begin-0-Row-a", "c_a-b-"),
      ("a", nil, "end-0-Row-a", "_a-b-c"),
    ] as [(String, Int?, String?, String)])
  func `a move passes whole rows, and takes the row's own decorations along`(
    row: String, step: Int?, before: String?, after: String
  ) throws {
    var (list, viewed) = try decorated(["a", "b", "c"])
    var move = JSONObject()
    if let step { move["by"] = .int(Int64(step)) }
    if let before { move["before"] = .string(before) }
    _ = try viewed.tree.receive("move", from: "\(list.nodeKey)/\(row)", data: .object(move))
    #expect(shown(list) == after)
    try viewed.check()
  }

  @Test func `a row that is deleted takes its decorations with it`() throws {
    var (list, viewed) = try decorated(["a", "b", "c"])
    let row = try #require(list.children[id: "a"])
    #expect(list.children.carryOut(deletionOf: row))
    #expect(shown(list) == "b-c")
    try viewed.check()
  }
}
