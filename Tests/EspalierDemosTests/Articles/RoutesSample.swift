import Espalier
import EspalierServer

/// The samples of the article on routes.
enum RoutesArticle {
  struct CardURL: SiteURL {
    static let path = "/cards/{id}"
    var id: Int
  }

  final class Board: Sendable {
    let titles = Signal([1: "Sow"])

    var csv: String { (titles.value ?? [:]).map { "\($0.key),\($0.value)\n" }.joined() }

    func rename(_ id: Int, _ title: String) -> Bool {
      var isKnown = false
      titles.update {
        isKnown = $0[id] != nil
        if isKnown { $0[id] = title }
      }
      return isKnown
    }
  }

  final class BoardList: ContainerModel {
    private let board: Board

    init(_ board: Board) {
      self.board = board
      super.init()
    }

    override func didLoad() {
      listen(to: board.titles) { $0.set(rows: $1.map { Card(id: $0.key, title: $0.value) }) }
    }
  }

  struct Card: Content, Identifiable {
    let id: Int
    var title: String
    var html: HTML { "\(title)" }
  }

  static func site(_ board: Board) -> Site {
    Site {
      Page("/board", title: "Board") { BoardList(board) }
      Redirect("/", to: "/board")
      Route(.get, "/export.csv") { _ in .text(board.csv, MediaType("text", "csv")) }
      Route(.post, CardURL.self) { request, card in
        guard board.rename(card.id, try request.form()["name"] ?? "") else {
          throw HTTPError(status: .notFound, "There is no card \(card.id).")
        }
        return .text("renamed")
      }
      Files("/manual", folder: "docs")
    }
  }

  struct LineLog: Sendable { var lines: [String] }

  static func route(_ log: LineLog) -> Route {
    Route(.get, "/log.txt") { _ in
      .stream(.plainText) { body in
        for line in log.lines { try await body.write(line + "\n") }
      }
    }
  }
}
