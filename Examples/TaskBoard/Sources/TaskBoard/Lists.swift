import Espalier

struct TableLine: TableRow, Identifiable {
  let card: Card
  var id: Int { card.id }
  var cells: [HTML] {
    "<a href=\"\(CardURL(id: card.id))\">\(card.fields.title)</a>"
    "\(card.status.rawValue)"
    "\(card.facts)"
    "\(card.comments.count)"
  }
}

/// All cards of the board as a table.
final class TablePage: MemberPage {
  private let table = ContainerModel(id: "cards")
  private let keys: [String: SortKey<Card>] = [
    "title": SortKey(\.fields.title), "due": SortKey { $0.fields.due?.rawValue ?? "~" },
  ]
  @NodeState private var cards: [Card] = []
  @NodeState private var order = Table.Order("due")

  override func didLoad() {
    let columns: [Table.Column] = [
      .init("title", "Task", isSortable: true), .init("status", "Column"), .init("due", "Due", isSortable: true),
      .init("comments", "Comments", alignment: .end),
    ]
    table.layout = .table(Table("All cards of the board", columns: columns))
    add(parts: [table])
    listen(to: board.cards) { page, cards in page.cards = cards.values.sorted { $0.id < $1.id } }
    on(Table.sort) { $0.order = $1 }
  }

  override func willRender() {
    table.layout.table?.order = order
    table.set(rows: cards.sorted(by: order, keys).map { TableLine(card: $0) })
  }
}

/// The archive, the newest card first. It grows at its end.
final class ArchivePage: MemberPage {
  private let list = ContainerModel(id: "archive")
  @NodeState private var cards: [Card] = []
  @NodeState private var count = 50

  override func didLoad() {
    list.footer = .loadMore
    add(parts: [list])
    listen(to: board.archive) { page, cards in page.cards = cards.values.sorted { $0.id > $1.id } }
    list.onLoad(.more) {
    } then: { [unowned self] _, _ in
      count += 50
      return count < cards.count ? .more : .noMore
    }
  }

  override func willRender() {
    list.set {
      for card in cards.prefix(count) {
        Cell(card, named: "ArchiveRow") { "<a href=\"\(CardURL(id: $0.id))\">\($0.fields.title)</a> \($0.facts)" }
      }
    }
  }
}
