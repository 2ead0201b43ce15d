import EspalierTestSupport
import Testing

@testable import Espalier

/// Rows with nodes of their own.
@Suite struct MadeRowTests {
  /// A value without markup.
  private struct Card: Identifiable, Hashable, Sendable {
    var id: Int
    var title: String
  }

  /// A row that is a list: its header shows the card.
  private final class CardModel: ContainerModel {
    private(set) var titles: [String] = []

    init(_ card: Card) {
      super.init()
      show(card)
      add(CellModel(Row(id: "note")))
    }

    func show(_ card: Card) {
      titles.append(card.title)
      header = CellModel(Note(text: card.title))
    }
  }

  /// A cell with a state of its own.
  private final class RowCell: CellModel<Row> {
    var presses = 0
    private(set) var loads = 0
    private(set) var ends = 0
    override func didLoad() { loads += 1 }
    override func didDetachFromRoot() { ends += 1 }
  }

  private let root = ContainerModel()

  private func cards(_ titles: String...) -> [Card] { titles.enumerated().map { Card(id: $0, title: $1) } }
  private func rows(_ ids: String...) -> [Row] { ids.map { Row(id: $0) } }
  private var cells: [RowCell] { root.childNodes.compactMap { $0 as? RowCell } }

  @Test func `a cell is made once for each id, stays wherever its row moves, and ends when it leaves`() throws {
    var made = 0
    func set(_ rows: [Row]) {
      root.set(rows: rows) { row in
        made += 1
        return RowCell(row)
      }
    }
    set(rows("a", "b", "c"))
    var viewed = try Viewed(root)
    let before = cells
    before[0].presses = 3
    set([Row(id: "c"), Row(id: "a", text: "new"), Row(id: "d")])
    #expect(try viewed.check().summary.sorted() == ["insert d", "move c", "remove b", "update a"])
    #expect(made == 4 && cells.prefix(2).elementsEqual([before[2], before[0]], by: ===))
    #expect(cells.map(\.content.text) == ["", "new", ""] && cells[1].presses == 3)
    #expect(cells.map(\.loads) == [1, 1, 1] && before[1].ends == 1)
    set(cells.map(\.content))
    #expect(try viewed.check().summary.isEmpty && made == 4)
  }

  @Test func `what a cell changes in its own content stays until its row has another value`() throws {
    let rows = rows("a")
    root.set(rows: rows) { RowCell($0) }
    cells[0].content.text = "mine"
    root.set(rows: rows) { RowCell($0) }
    #expect(cells[0].content.text == "mine")
    root.set(rows: [Row(id: "a", text: "theirs")]) { RowCell($0) }
    #expect(cells[0].content.text == "theirs")
  }

  @Test func `a value without markup is shown by a container with rows of its own`() throws {
    func set(_ cards: [Card]) {
      root.set(rows: cards) {
        CardModel($0)
      } update: {
        $0.show($1)
      }
    }
    set(cards("a", "b"))
    var viewed = try Viewed(root)
    let models = root.childNodes.compactMap { $0 as? CardModel }
    #expect(models.map(\.nodeKey) == ["0", "1"])
    set([Card(id: 1, title: "b"), Card(id: 0, title: "x")])
    #expect(root.childNodes.elementsEqual(models.reversed(), by: ===) && models.map(\.titles) == [["a", "x"], ["b"]])
    try viewed.check()
  }

  @Test func `a container that is not told how to show another value is reported`() throws {
    root.set(rows: cards("a")) { CardModel($0) }
    var viewed = try Viewed(root)
    root.set(rows: cards("b")) { CardModel($0) }
    try viewed.check()
    let report = viewed.tree.takeDiagnostics().map(\.description)
    #expect(
      report == [
        "the row \"0\" has another value, which CardModel does not show: give `update` where the node is made"
      ])
  }

  @Test func `a repeated id is reported, and has a node of its own`() throws {
    root.set(rows: rows("a", "a")) { RowCell($0) }
    let viewed = try Viewed(root)
    #expect(cells.map(\.nodeKey) == ["a", "a-2"] && viewed.tree.takeDiagnostics().count == 1)
  }

  @Test func `a card that goes to another section of a value keeps its node`() throws {
    func set(_ todo: [Row], _ done: [Row]) {
      root.set {
        ListSection("todo") { todo.map { ListElement($0, node: { RowCell($0) }) } }
        ListSection("done") { done.map { ListElement($0, node: { RowCell($0) }) } }
      }
    }
    set(rows("a", "b"), rows("c"))
    var viewed = try Viewed(root)
    let cell = try #require(root.descendant(at: "todo/b") as? RowCell)
    set(rows("a"), [Row(id: "b", text: "new"), Row(id: "c")])
    #expect(root.descendant(at: "done/b") === cell && cell.content.text == "new" && cell.ends == 0)
    try viewed.check()
  }

  @Test func `nodes of another class are made anew, and a plain row takes no node that was made`() throws {
    final class Other: CellModel<Row> {}
    root.set(rows: rows("a")) { RowCell($0) }
    root.set(rows: rows("a")) { Other($0) }
    #expect(root.childNodes.first is Other)
    let source = ArraySource(rows("a"))
    root.children.source = source
    #expect(root.childNodes.first.map { "\(type(of: $0))" } == "CellModel<Row>")
    root.children.source = ArraySource(rows("a")).node { RowCell($0) }
    let first = root.childNodes.first
    root.children.source = ArraySource(rows("a")).node { RowCell($0) }
    #expect(first is RowCell && root.childNodes.first === first)
    root.children.source = ArraySource(rows("a")).node { Other($0) }
    #expect(root.childNodes.first is Other)
  }

  @Test func `a value is shown as the newest call says, and nobody keeps the closure`() throws {
    var said: [String] = []
    for name in ["first", "second"] {
      root.set(rows: [Row(id: "a", text: name)], node: { RowCell($0) }, update: { said.append("\(name) \($1.text)") })
    }
    #expect(said == ["second second"])
    weak var list: ContainerModel?
    do {
      let own = ContainerModel()
      list = own
      for text in ["x", "y"] {
        own.set(rows: [Row(id: "a", text: text)], node: { RowCell($0) }, update: { _ = (own, $0, $1) })
      }
    }
    #expect(list == nil)
  }

  @Test func `another value may lead to another change of the same list`() throws {
    let source = ArraySource(rows("a", "b", "c"))
    root.children.source = source.node {
      RowCell($0)
    } update: { cell, row in
      cell.content = row
      if row.text == "last" { source.rows = [row] }
    }
    var viewed = try Viewed(root)
    source.update(Row(id: "a", text: "last"))
    #expect(root.children.map(\.nodeKey) == ["a"])
    try viewed.check()
    let list = ContainerModel()
    func set(_ rows: [Row]) {
      list.set(rows: rows) {
        RowCell($0)
      } update: { cell, row in
        cell.content = row
        if row.text == "last" { set([row]) }
      }
    }
    set(rows("a", "b", "c"))
    set([Row(id: "a", text: "last")] + rows("c", "d"))
    #expect(list.children.map(\.nodeKey) == ["a"])
  }

  @Test func `a node that is in a list already is refused, and so is a tree that is too deep`() throws {
    let shared = RowCell(Row(id: "x"))
    root.set(rows: rows("a", "b")) { _ in shared }
    let viewed = try Viewed(root)
    #expect(root.children.count == 1)
    final class Deep: ContainerModel {
      init(_ row: Row) {
        super.init()
        let level = Int(row.text) ?? 0
        if level > 0 { set(rows: [Row(id: "r", text: "\(level - 1)")]) { Deep($0) } }
      }
    }
    root.set(rows: [Row(id: "deep", text: "500")]) { Deep($0) }
    let reports = viewed.tree.takeDiagnostics().map(\.description)
    #expect(root.height <= Tree.deepest && reports.contains { $0.contains("must be a new one") })
    #expect(reports.contains { $0.contains("levels") })
  }
}
