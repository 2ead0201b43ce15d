import Espalier
import EspalierServer

/// The samples of the article on sessions and people without the sign-in.
enum PeopleArticle {
  typealias Login = SessionsArticle.Login

  struct NameForm: Content {
    static let save = Event<String>("save")
    var name = ""
    var html: HTML { "<form \(Self.save)><input name=\"data\" value=\"\(name)\"><button>Save</button></form>" }
  }

  final class Board: ContainerModel {
    override func didLoad() {
      if let login = session(Login.self) { listen(to: login) { $0.show(nameOf: $1) } }
      on(NameForm.save) { board, name in board.session(Login.self)?.update { $0.name = name } }
    }
  }

  struct Opened: Codable, Hashable, Sendable { var id = "" }

  final class MailList: ContainerModel {
    private let selection = Selection(.single)

    override func didLoad() {
      add(selection)
      on(Selection.didSelect) { list, _ in
        if let id = list.selection.nodes.first?.key { list.session(Opened.self)?.update { $0.id = id } }
      }
      guard let opened = session(Opened.self) else { return }
      listen(to: opened) { list, opened in list.children[id: opened.id].map { list.selection.select($0) } }
    }
  }

  final class MailPage: ContainerModel {
    override func didLoad() {
      on(Mail.next) { page, id in page.session(Opened.self)?.update { $0.id = id } }
    }
  }

  struct Mail: Content, Identifiable {
    static let next = Event<String>("next")
    var id = ""
    var html: HTML { "\(id) <button \(Self.next, sends: "b")>Next</button>" }
  }

  struct Member: Identifiable, Sendable {
    let id: String
    var isStaff = false
    var isAdmin = false
  }

  struct Team: Sendable {
    var members: [Member] = []
    func member(_ name: String) -> Member? { members.first { $0.id == name } }
    func member(_ name: String, password: String) -> Member? { password == "secret" ? member(name) : nil }
  }

  static func identify(in site: Site, by team: Team) {
    site.identify(by: Login.self) { login in team.member(login.name) }
  }

  static func identify(in site: Site, by staff: Team, _ realm: String) {
    site.identify(challenge: "Basic realm=\"Staff\"") { request in
      request.basicCredentials.flatMap { staff.member($0.name, password: $0.password) }
    }
  }

  final class Rota: ContainerModel {
    override func didLoad() { add(Card()) }
  }

  struct Weeks: Sendable { var csv = "week\n" }

  static func site(_ rota: Weeks) -> Site {
    Site(log: .silent) {
      Page("/staff", title: "Staff", scope: .browser) { Rota() }.requiring(Member.self) { $0.isStaff }
      Route(.get, "/export.csv") { _ in .text(rota.csv, MediaType("text", "csv")) }.requiring(Member.self)
    }
  }

  struct Card: Content {
    static let remove = Event<NoData>("remove").requiring(Member.self) { $0.isAdmin }
    var html: HTML { "<button \(Self.remove)>Remove</button>" }
  }
}

extension PeopleArticle.Board {
  fileprivate func show(nameOf login: PeopleArticle.Login) {
    header = CellModel(PeopleArticle.NameForm(name: login.name))
  }
}
