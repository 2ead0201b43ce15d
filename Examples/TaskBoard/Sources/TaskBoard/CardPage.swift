import Espalier

/// The page of one card: `/card/17`.
struct CardURL: SiteURL {
  static let path = "/card/{id}"
  var id: Int
}

/// The form for a new card, or for one that is there.
struct CardForm: Content {
  static let save = Event<Card.Fields>("save")
  static let archive = Event<Bool>("archive")
  var fields = Card.Fields()
  var problem = ""
  /// Whether the card is in the archive; nil for a new card.
  var isArchived: Bool?

  var html: HTML {
    """
    <form class="fields" \(Self.save)>\(fields.html)<button class="primary">\(isArchived == nil ? "Add" : "Save")\
    </button></form><p role="alert">\(problem)</p>\(isArchived.map(archive))
    """
  }

  private func archive(_ isArchived: Bool) -> HTML {
    let title = isArchived ? "Put it back on the board" : "Archive"
    return "<p class=\"actions\"><button class=\"quiet\" \(Self.archive, sends: !isArchived)>\(title)</button></p>"
  }

  /// Shows what somebody typed, and what is wrong with it. Returns whether nothing is.
  mutating func accept(_ typed: Card.Fields) -> Bool {
    (fields, problem) = (typed, typed.problem)
    return problem.isEmpty
  }
}

/// Its markup is in `Templates/CommentForm.html`.
struct CommentForm: TemplateContent {
  static let template = TemplateName.file("CommentForm")
  static let send = Event<String>("send")
  static let events = [send.name]
}

/// One card, with its comments.
final class CardPage: MemberPage {
  private let id: Int
  private let form = CellModel(CardForm())
  private let comments = ContainerModel(id: "comments")

  /// Nil if there is no card with this number.
  init?(_ url: CardURL, _ board: Board) {
    guard board[url.id] != nil else { return nil }
    id = url.id
    super.init(board)
  }

  override func didLoad() {
    add(parts: [form, comments])
    comments.footer = CellModel(CommentForm())
    for cards in [board.cards, board.archive] { listen(to: cards) { page, _ in page.show() } }
    on(CardForm.save) { $0.save($1) }
    on(CardForm.archive) { $0.board.archive($0.id, $1) }
    on(CommentForm.send) { $0.comment($1) }
  }

  private func show() {
    guard let card = board[id] else {
      pageInfo = PageInfo(title: "Deleted card", status: .gone)
      return set { Cell("Somebody deleted this card.", named: "Deleted") { "<p>\($0)</p>" } }
    }
    pageInfo = PageInfo(title: card.fields.title)
    form.content = CardForm(fields: card.fields, isArchived: board.cards.value?[id] == nil)
    comments.set {
      for comment in card.comments {
        Cell(comment, named: "CommentRow") {
          "\($0.author.face) <div><b>\($0.author.rawValue)</b><p>\($0.text)</p></div>"
        }
      }
    }
  }

  private func save(_ fields: Card.Fields) {
    guard form.content.accept(fields) else { return }
    board.change(id) { $0.fields = fields }
    showNotice("Saved")
  }

  private func comment(_ text: String) {
    guard let author = identity(Member.self), !text.allSatisfy(\.isWhitespace) else { return }
    board.change(id) { $0.comments.append(.init(id: $0.comments.count + 1, author: author, text: text)) }
  }
}
