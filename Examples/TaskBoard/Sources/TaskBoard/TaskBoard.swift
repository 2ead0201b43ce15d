import Espalier
import EspalierSQLite
import EspalierServer
import FoundationEssentials

/// Serves the board. The environment names the `PORT`, the `BOARD_FILE` with the cards, and the members' `BOARD_PASSWORD`.
@main
enum TaskBoard {
  static func main() async {
    let settings = ProcessInfo.processInfo.environment
    let (file, password) = (settings["BOARD_FILE"] ?? "board.sqlite", settings["BOARD_PASSWORD"] ?? "board")
    await site(store: try .sqlite(file), password: password).run(port: settings["PORT"].flatMap { UInt16($0) } ?? 8080)
  }

  /// The site with its pages. Its templates and files are in a folder.
  static func site(
    in folder: String = ".", store: @autoclosure () throws -> PageStore?, password: String, log: Log = Log()
  ) -> Site {
    let board = Board()
    let site = Site(
      templates: folder + "/Templates", files: folder + "/Public", styles: ["/board.css"], store: try store(), log: log
    ) {
      Redirect("/", to: BoardURL())
      Page(SignInURL.self, title: "Sign in", scope: .browser, template: "entry", example: SignInURL()) {
        SignInPage($0, password: password)
      }
      Page(BoardURL.self, title: "Board", scope: .browser, template: "page", isListed: true, example: BoardURL()) {
        BoardPage($0, board)
      }.requiring(Member.self)
      Page(CardURL.self, title: "Card", scope: .browser, template: "page") { CardPage($0, board) }.requiring(
        Member.self)
      Page("/table", title: "Table", scope: .browser, template: "page") { TablePage(board) }.requiring(Member.self)
      Page("/archive", title: "Archive", scope: .browser, template: "page") { ArchivePage(board) }.requiring(
        Member.self)
      Route(.get, "/board.csv") { _ in .text(board.csv, MediaType("text", "csv", charset: "utf-8")) }
        .requiring(Member.self)
    }
    // Each card is saved by itself.
    site.provide(board) {
      $0.persist(\.cards, as: "cards")
      $0.persist(\.archive, as: "archive")
      $0.persist(\.lastID, as: "lastID")
    }
    site.provideSession(Login(), as: "login")
    site.identify(by: Login.self) { $0.member }
    site.signIn { SignInURL(back: $0) }
    // A new board is not empty.
    if board.lastID.value == 0 {
      let first: KeyValuePairs = [
        "Order tiles for the bathroom": Member.ben, "Paint the door": .ada, "Measure the kitchen": .cleo,
      ]
      for (title, member) in first { board.add(Card.Fields(title: title, assignee: member)) }
    }
    return site
  }
}
