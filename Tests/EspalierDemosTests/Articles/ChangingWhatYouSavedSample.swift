import Espalier
import EspalierSQLite
import EspalierServer

/// The samples of the article on changing what you saved.
enum ChangingWhatYouSavedArticle {
  struct Card: Codable, Hashable, Sendable {
    var title: String
    var color: String
  }

  /// What version 1 saved.
  struct PlainCard: Codable { var title: String }

  final class Board: Sendable {
    let cards = Signal<[Int: Card]>([:])
  }

  static func provide(in site: Site) {
    site.provide(Board()) {
      $0.persist(
        \.cards, as: "cards", version: 2,
        migrations: [.from(1, PlainCard.self) { Card(title: $0.title, color: "red") }])
    }
  }

  /// The number for the next card.
  static func number(for board: Board) -> Int {
    let taken = board.cards.unreadableKeys.compactMap { Int($0) }
    let next = ((board.cards.value ?? [:]).keys + taken).max().map { $0 + 1 } ?? 1
    return next
  }

  struct Form: Content {
    static let add = Event<String>("add")
    var html: HTML { "<form \(Self.add)><input name=\"data\"><button>Add</button></form>" }
  }

  struct CardRow: Content, Identifiable {
    let id: Int
    var title: String
    var color = ""
    var html: HTML { "\(title) \(color)" }
  }

  /// The board of version 1.
  final class OldBoard: Sendable {
    struct Card: Codable, Hashable, Sendable { var title: String }
    let cards = Signal<[Int: Card]>([:])
  }

  final class OldPage: ContainerModel {
    override func didLoad() {
      add(CellModel(Form(), key: "form"))
      guard let board = service(OldBoard.self) else { return }
      on(Form.add) { _, title in board.cards.update { $0[$0.count + 1] = OldBoard.Card(title: title) } }
    }
  }

  final class NewPage: ContainerModel {
    override func didLoad() {
      guard let board = service(Board.self) else { return }
      listen(to: board.cards) { page, cards in
        page.set(
          rows: cards.sorted { $0.key < $1.key }
            .map { CardRow(id: $0.key, title: $0.value.title, color: $0.value.color) })
      }
    }
  }

  static func oldSite(_ file: String) -> Site {
    let site = Site(store: try .sqlite(file, waiting: .seconds(30)), log: .silent) {
      Page("/board", title: "Board") { OldPage() }
    }
    site.provide(OldBoard()) { $0.persist(\.cards, as: "cards") }
    return site
  }

  static func newSite(_ file: String) -> Site {
    let site = Site(store: try .sqlite(file, waiting: .seconds(30)), log: .silent) {
      Page("/board", title: "Board") { NewPage() }
    }
    provide(in: site)
    return site
  }
}
