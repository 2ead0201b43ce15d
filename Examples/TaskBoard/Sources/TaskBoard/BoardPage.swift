import Espalier

/// The board, or a part of it: `/board?assignee=Ada&text=door`.
struct BoardURL: SiteURL {
  static let path = "/board"
  var assignee: Member?
  var text: String?

  func admits(_ card: Card) -> Bool {
    let fits = text.map { card.fields.title.lowercased().contains($0.lowercased()) }
    return (assignee == nil || card.fields.assignee == assignee) && fits != false
  }
}

/// Chooses which cards the viewer sees. The choice is in the URL.
struct Filter: Content {
  static let apply = Event<BoardURL>("apply")
  var url: BoardURL

  var html: HTML {
    """
    <form role="search" \(Self.apply, on: .change)><label><span>Search</span>\
    <input type="search" name="text" value="\(url.text ?? "")" autocomplete="off"></label>\
    <input type="hidden" name="assignee" value="\(url.assignee?.rawValue ?? "")"></form>\
    <p class="people" role="group" aria-label="Whose cards">\(([nil] + Member.allCases).map(button))</p>
    """
  }

  private func button(_ member: Member?) -> HTML {
    """
    <button class="quiet" aria-pressed="\(member == url.assignee)" \
    \(Self.apply, sends: BoardURL(assignee: member, text: url.text))>\(member?.face) \
    \(member?.rawValue ?? "Everybody")</button>
    """
  }
}

/// The page with the columns.
final class BoardPage: MemberPage {
  private let url: BoardURL
  private let form = CellModel(CardForm())
  private let columns: [Column]

  init(_ url: BoardURL, _ board: Board) {
    let reordering = Reordering(.sections, canMove: { ($0 as? CellModel<CardRow>)?.content.mode == CardRow.Mode.none })
    (self.url, columns) = (url, Card.Status.allCases.map { Column($0, url, board, reordering) })
    super.init(board)
  }

  override func didLoad() {
    let all = ContainerModel(id: "columns")
    all.add(columns)
    add(parts: [CellModel(Filter(url: url)), form, all])
    on(Filter.apply) { $0.navigate(to: $1) }
    on(CardForm.save) { $0.add($1) }
    on(Reordering.didMove) { $0.moved(to: $1.row) }
  }

  private func add(_ fields: Card.Fields) {
    guard form.content.accept(fields) else { return }
    board.add(fields)
    form.content = CardForm()
  }

  /// Somebody moved a card. Its address is now `columns/STATUS/ID`.
  private func moved(to address: String) {
    guard let column = columns.first(where: { address.hasPrefix("\($0.address)/") }) else { return }
    let ids = column.children.compactMap { Int($0.nodeKey) }
    guard let index = ids.firstIndex(where: { address == "\(column.address)/\($0)" }) else { return }
    board.move(ids[index], to: column.status, below: ids[..<index].last)
  }
}
