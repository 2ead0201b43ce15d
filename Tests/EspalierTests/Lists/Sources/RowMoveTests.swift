import EspalierTestSupport
import Testing

@testable import Espalier

/// Rows that go from the source of one list to that of another.
@Suite struct RowMoveTests {
  /// A node that notes its hooks as they are called.
  private final class Card: CellModel<Row> {
    private(set) var hooks: [String] = []

    override func didLoad() { hooks.append("load") }
    override func didDetachFromRoot() { hooks.append("end") }
  }

  /// Several lists, each with a source.
  private final class Board {
    let root = ContainerModel()
    let sources: [ArraySource<Row>]
    var lists: [ContainerModel] { root.childNodes.compactMap { $0 as? ContainerModel } }

    init(_ rows: [[Row]], _ source: (Int, ArraySource<Row>) -> Source) {
      sources = rows.map { ArraySource($0) }
      for (index, rows) in sources.enumerated() {
        let list = ContainerModel()
        list.children.source = source(index, rows)
        root.add(list)
      }
    }

    /// The nodes by the ids of their rows.
    var nodes: [String: Node] {
      Dictionary(
        lists.flatMap(\.childNodes).map { (($0 as? CellModel<Row>)?.content.id ?? "?", $0) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a row that goes to another list keeps its node, whatever is announced first`(
    insertsFirst: Bool, isMade: Bool
  ) throws {
    let board = Board([[Row(id: "a"), Row(id: "b")], [Row(id: "c")]]) { isMade ? $1.node { Card($0) } : $1 }
    var viewed = try Viewed(board.root)
    let node = try #require(board.nodes["a"])
    let place = node.address
    if insertsFirst { try board.sources[1].insert(Row(id: "a", text: "new"), at: 0) }
    board.sources[0].remove(id: "a")
    if !insertsFirst { try board.sources[1].insert(Row(id: "a", text: "new"), at: 0) }
    #expect(viewed.tree.hasChanges)
    let summary = try viewed.check().summary
    #expect(board.lists.map { $0.childNodes.map(\.nodeKey) } == [["b"], ["a", "c"]])
    #expect(board.nodes["a"] === node && node.address != place)
    #expect((node as? CellModel<Row>)?.content.text == "new")
    #expect((node as? Card)?.hooks ?? ["load"] == ["load"])
    // It goes to another place, and is no other row.
    #expect(!summary.contains { $0.hasPrefix("insert") || $0.hasPrefix("remove") }, "\(summary)")
  }

  @Test func `an id that comes before its old row goes keeps its address`() throws {
    let board = Board([[Row(id: "a"), Row(id: "b")]]) { $1 }
    var viewed = try Viewed(board.root)
    let node = try #require(board.nodes["a"])
    try board.sources[0].insert(Row(id: "a", text: "new"), at: 2)
    try board.sources[0].remove(at: 0)
    #expect(board.lists[0].childNodes.map(\.nodeKey) == ["b", "a"] && board.nodes["a"] === node)
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `other changes of the structure between the two part nothing`() throws {
    let board = Board([[Row(id: "a")], [Row(id: "c")]]) { $1.node { Card($0) } }
    let (log, other) = (ContainerModel(), ContainerModel())
    for node in [log, other] { board.root.add(node) }
    var viewed = try Viewed(board.root)
    let node = try #require(board.nodes["a"])
    board.sources[0].remove(id: "a")
    log.add(CellModel(Row(id: "moved")))
    log.header = CellModel(Row(id: "title"))
    other.set(rows: [Row(id: "one"), Row(id: "two")])
    other.children.move(other.childNodes[1], to: 0)
    other.children.removeAll()
    board.root.remove(other)
    board.sources[1].append(Row(id: "a"))
    #expect(board.nodes["a"] === node && board.lists[0].children.isEmpty)
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `a list that waits has its rows before somebody adds others or takes it away`() throws {
    let board = Board([[Row(id: "a")], [Row(id: "b")]]) { $1 }
    let inner = ContainerModel()
    var viewed = try Viewed(board.root)
    let list = board.lists[0]
    board.sources[0].append(Row(id: "c"))
    board.root.remove(list)
    #expect(list.children.count == 2)
    board.sources[0].append(Row(id: "d"))
    #expect(list.children.count == 3)
    inner.add(board.lists[0])
    board.root.add(inner)
    board.sources[1].append(Row(id: "e"))
    board.root.remove(inner)
    #expect((inner.childNodes[0] as? ContainerModel)?.children.count == 2)
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `hooks of rows see what other sources have announced`() throws {
    final class Order: CellModel<Row> {
      var attached: () -> Void = {}
      override func didAttachToRoot() { attached() }
    }
    let (root, orders, cart) = (ContainerModel(), ContainerModel(), ContainerModel())
    let (lines, announced) = (ArraySource<Row>(), ArraySource<Row>())
    cart.children.source = lines
    for node in [orders, cart] { root.add(node) }
    var viewed = try Viewed(root)
    var counts: [Int] = []
    func order(_ row: Row) -> Order {
      let order = Order(row)
      order.attached = {
        lines.append(Row(id: "of " + row.id))
        counts.append(cart.children.count)
      }
      return order
    }
    orders.set(rows: (0..<100).map { Row(id: "\($0)") }, node: order)
    #expect(counts == Array(1...100))
    orders.children.source = announced.node(order)
    announced.together { for id in 100..<200 { announced.append(Row(id: "\(id)")) } }
    #expect(orders.children.count == 100 && counts == Array(1...200))
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  @Test func `a row that looks at what it brings comes to an end`() throws {
    final class Again: CellModel<Row> {
      var attached: () -> Void = {}
      override func didAttachToRoot() { attached() }
    }
    let (root, rows) = (ContainerModel(), ArraySource<Row>())
    root.children.source = rows.node { row in
      let again = Again(row)
      again.attached = { [weak root] in
        rows.append(Row(id: row.id + "1"))
        _ = root?.children.count
      }
      return again
    }
    let viewed = try Viewed(root)
    rows.append(Row(id: "0"))
    #expect(root.children.count > 10)
    _ = viewed.tree.flushAll()
    #expect(viewed.tree.takeDiagnostics().contains { if case .endlessFlush = $0 { true } else { false } })
  }

  @Test func `code that makes a row cannot change the list of the row`() throws {
    let board = Board([[], []]) { $1 }
    let (list, other) = (board.lists[0], board.lists[1])
    let viewed = try Viewed(board.root)
    list.children.source = nil
    let rows = ArraySource<Row>()
    list.children.source = rows.node { row in
      list.add(CellModel(Row(id: "x")))
      list.children.source = nil
      list.set(rows: [Row(id: "y")])
      other.children.source = nil
      other.add(CellModel(Row(id: "z")))
      return Card(row)
    }
    board.sources[1].append(Row(id: "b"))
    rows.append(Row(id: "a"))
    _ = viewed.tree.flushAll()
    #expect(list.childNodes.map(\.nodeKey) == ["a"] && other.childNodes.map(\.nodeKey) == ["b"])
    #expect(viewed.tree.takeDiagnostics().count > 3)
  }

  @Test func `of two values of a row the later one stays`() throws {
    let (root, rows) = (ContainerModel(), ArraySource([Row(id: "a"), Row(id: "b")]))
    root.children.source = rows.node {
      Card($0)
    } update: { [weak root] card, row in
      card.content = row
      guard row.id == "a" else { return }
      rows.update(Row(id: "b", text: "later"))
      _ = root?.children.count
    }
    var viewed = try Viewed(root)
    for id in ["a", "b"] { rows.update(Row(id: id, text: "first")) }
    try viewed.check()
    #expect((root.children[id: "b"] as? Card)?.content.text == "later")
  }

  @Test func `code that makes a row takes no other row out of its list`() throws {
    let board = Board([[Row(id: "a")], [Row(id: "x")]]) { $1 }
    let (list, other) = (board.lists[0], ContainerModel())
    board.root.add(other)
    other.set(rows: [Row(id: "o")])
    let viewed = try Viewed(board.root)
    let rows = ArraySource([Row(id: "a")])
    list.children.source = nil
    list.children.source = rows.node { (row: Row) in
      if let first = list.childNodes.first, row.id == "new" {
        other.children.swap(other.childNodes[0], with: first)
        other.children.replace(other.childNodes[0], with: first)
        other.add([CellModel(Row(id: "p")), first])
      }
      return Card(row)
    }
    rows.append(Row(id: "new"))
    _ = viewed.tree.flushAll()
    #expect(list.childNodes.map(\.nodeKey) == ["a", "new"] && other.childNodes.map(\.nodeKey) == ["o"])
    #expect(viewed.tree.takeDiagnostics().count == 2, "each refusal once")
  }

  @Test func `whoever looks at the children sees what was announced`() throws {
    let board = Board([[Row(id: "a")], []]) { $1.node { Card($0) } }
    _ = try Viewed(board.root)
    board.sources[0].append(Row(id: "b"))
    #expect(board.lists[0].children.count == 2)
    #expect(board.lists[0].children[id: "b"] != nil)
    board.sources[1].append(Row(id: "c"))
    #expect(board.root.descendant(at: board.lists[1].nodeKey + "/c") != nil)
  }

  @Test func `an update of a node that changes the list again comes to an end`() throws {
    let root = ContainerModel()
    let rows = ArraySource([Row(id: "a", text: "0")])
    root.children.source = rows.node {
      Card($0)
    } update: { card, row in
      card.content = row
      rows.update(Row(id: "a", text: row.text + "0"))
    }
    let viewed = try Viewed(root)
    rows.update(Row(id: "a", text: "1"))
    _ = viewed.tree.flushAll()
    #expect(viewed.tree.takeDiagnostics().contains { if case .endlessFlush = $0 { true } else { false } })
  }

  @Test(arguments: seeds(2000))
  func `rows that go between lists keep their nodes, and viewers have the right page`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    var next = 0
    func row() -> Row {
      next += 1
      return Row(id: "r\(next)", text: "\(number(0..<4))")
    }
    let kind = seed % 3
    let start = (0..<3).map { _ in (0..<number(0..<5)).map { _ in row() } }
    let board = Board(start) { index, rows in
      switch kind {
      case 0: rows
      case 1: rows.node { Card($0) }
      default: index == 0 ? .sections([rows]) : ArrangedSource<Row>(rows, by: { $0.text < $1.text })
      }
    }
    var viewed = try Viewed(board.root, hasDOM: seed % 8 == 0)
    func all() -> [String: Node] {
      var found: [String: Node] = [:]
      func visit(_ container: ContainerModel) {
        for node in container.childNodes {
          if let cell = node as? CellModel<Row> { found[cell.content.id] = node }
          if let inner = node as? ContainerModel { visit(inner) }
        }
      }
      visit(board.root)
      return found
    }
    for step in 0..<6 {
      let before = all()
      for _ in 0..<number(1..<5) {
        let (from, to) = (board.sources[number(0..<3)], board.sources[number(0..<3)])
        guard let row = from.rows.randomElement(using: &random) else { continue }
        if number(0..<3) == 0 { board.root.header = CellModel(row) }
        switch number(0..<5) {
        case 0: to.append(Row(id: "n\(seed)-\(step)-\(number(0..<1_000_000))"))
        case 1: from.update(Row(id: row.id, text: "\(number(0..<4))"))
        case 2 where from !== to:
          from.remove(id: row.id)
          try to.insert(row, at: number(0..<to.rows.count + 1))
        case 3 where from !== to:
          try to.insert(row, at: number(0..<to.rows.count + 1))
          from.remove(id: row.id)
        default: from.remove(id: row.id)
        }
      }
      let after = all()
      let ids = board.sources.flatMap { $0.rows.map(\.id) }
      #expect(Set(after.keys) == Set(ids), "seed \(seed), step \(step)")
      for id in ids { #expect(before[id] == nil || before[id] === after[id], "seed \(seed), step \(step), \(id)") }
      try viewed.check()
    }
    #expect(viewed.tree.takeDiagnostics().isEmpty, "seed \(seed)")
  }

  private struct Item: EditableRow, Identifiable {
    let id: String
    var isEditing = false
    var traits: RowTraits { RowTraits(canDelete: true, canMove: true) }
    var html: HTML { "\(id)" }
  }

  @Test func `rows of sections are where the source has them, also while the list waits`() throws {
    let rows = [ArraySource((0..<5).map { Item(id: "a\($0)") }), ArraySource([Item(id: "b")])]
    let (root, list) = (ContainerModel(), ContainerModel(id: "list"))
    list.add(Editing(isOn: true))
    list.children.source = .sections(rows)
    root.add(list)
    var moves: [Reordering.Moved] = []
    root.on(Reordering.didMove) { moves.append($1) }
    var viewed = try Viewed(root)
    let section = try #require(list.childNodes[0] as? ContainerModel)
    _ = try viewed.tree.receive("move", from: section.childNodes[0].address, data: ["by": 2])
    #expect(moves.map(\.to.index) == [2] && rows[0].rows.map(\.id) == ["a1", "a2", "a0", "a3", "a4"])
    // Two in one event.
    for key in ["a1", "a2"] {
      let row = try #require(section.children[key: key])
      #expect(section.children.carryOut(deletionOf: row))
    }
    #expect(rows[0].rows.map(\.id) == ["a0", "a3", "a4"] && section.children.count == 3)
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }

  /// A folder with folders.
  private final class Folder: ContainerModel {
    let rows = ArraySource<Row>()

    init(_ row: Row) {
      super.init()
      header = CellModel(row)
    }

    override func didLoad() { children.source = rows.node { Folder($0) } }
  }

  @Test func `a row that would come below itself is refused`() throws {
    let root = Folder(Row(id: "root"))
    let viewed = try Viewed(root)
    root.rows.append(Row(id: "b"))
    let b = try #require(root.children[id: "b"] as? Folder)
    _ = viewed.tree.flushAll()
    b.rows.append(Row(id: "a"))
    let a = try #require(b.children[id: "a"] as? Folder)
    _ = viewed.tree.flushAll()
    root.rows.remove(id: "b")
    a.rows.append(Row(id: "b"))
    _ = viewed.tree.flushAll()
    #expect(root.children.isEmpty && b.parent == nil)
    #expect(viewed.tree.takeDiagnostics().contains { if case .refused = $0 { true } else { false } })
    #expect(viewed.tree.root === root)
  }

  @Test func `nodes that leave may change the list to which something is added`() throws {
    final class Guest: CellModel<Row> {
      var leave: () -> Void = {}
      override func didDetach() { leave() }
    }
    let board = ContainerModel()
    let (list, empty, source) = (ContainerModel(), ContainerModel(), ArraySource([Row(id: "a")]))
    list.children.source = source.node { Guest($0) }
    for node in [list, empty] { board.add(node) }
    let viewed = try Viewed(board)
    let guest = try #require(list.childNodes[0] as? Guest)
    guest.leave = { board.remove(empty) }
    source.remove(id: "a")
    board.add(list, at: .last)
    board.add(CellModel(Row(id: "end")))
    #expect(board.childNodes.map(\.typeName) == ["ContainerModel", "Row"] && empty.parent == nil)
    _ = viewed.tree.flushAll()
  }

  @Test func `a look at the children within a change of several parts reports nothing`() throws {
    let board = Board([[Row(id: "a"), Row(id: "b")]]) { $1 }
    var viewed = try Viewed(board.root)
    let source = board.sources[0]
    source.append(Row(id: "c"))
    source.together {
      source.remove(id: "a")
      #expect(board.lists[0].children.count == 2)
      source.append(Row(id: "d"))
    }
    #expect(board.lists[0].children.map(\.nodeKey) == ["b", "c", "d"])
    try viewed.check()
    #expect(viewed.tree.takeDiagnostics().isEmpty)
  }
}
