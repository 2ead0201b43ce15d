import Espalier

/// One column of the board: the cards of a status that the page's filter lets through.
final class Column: ContainerModel {
  let status: Card.Status
  private let board: Board
  private let filter: BoardURL
  @NodeState private var cards: [Card] = []
  /// The card with which the viewer does something, and what.
  @NodeState private var openID = 0
  @NodeState private var mode = CardRow.Mode.none

  init(_ status: Card.Status, _ filter: BoardURL, _ board: Board, _ reordering: Reordering) {
    (self.status, self.filter, self.board) = (status, filter, board)
    super.init(id: "\(status)")
    add(reordering)
  }

  override func didLoad() {
    listen(to: board.cards) { column, cards in
      column.cards = Board.column(column.status, of: cards).filter(column.filter.admits)
    }
  }

  override func willRender() {
    let title = Cell(cards.count, named: "ColumnTitle") { [status] in
      "<h2>\(status.rawValue)</h2><output class=\"count\">\($0)</output>"
    }
    set(ListSection(header: title) { cards.map(row) })
  }

  private func row(_ card: Card) -> CardRow {
    let id = card.id
    return CardRow(
      card: card, mode: openID == id ? mode : .none,
      open: Command(to: Column.self) { ($0.openID, $0.mode) = (id, $1) },
      advance: Command(to: Column.self) { $0.advance(id) },
      remove: Command(to: Column.self) { $0.board.remove(id) },
      rename: Command(to: Column.self) { $0.rename(id, $1) })
  }

  private func advance(_ id: Int) {
    guard let next = status.next else { return board.archive(id) }
    board.move(id, to: next, below: nil)
  }

  private func rename(_ id: Int, _ title: String) {
    guard Card.Fields(title: title).problem.isEmpty else { return showNotice("A card needs a title.") }
    board.change(id) { $0.fields.title = title }
    mode = .none
  }
}
