import EspalierSQLite
import Espalier

// The samples of the article "Sessions and people".

enum SessionsArticle {
  struct Login: Codable, Hashable, Sendable { var name = "" }

  struct SignInForm: Content {
    struct Entry: Codable, Hashable, Sendable { var name, password: String }

    static let enter = Event<Entry>("enter").limited(to: 10, per: .seconds(60)) { $0.name.lowercased() }
    static let leave = Event<NoData>("leave")
    var problem = ""

    var html: HTML {
      """
      <form \(Self.enter)><input name="name"><input name="password" type="password"><button>Sign in</button></form>\
      <p>\(problem)</p><button \(Self.leave)>Sign out</button>
      """
    }
  }

  final class SignInPage: ContainerModel {
    private let members: Members
    private let back: String
    private let form = CellModel(SignInForm())

    init(_ members: Members, back: String) {
      (self.members, self.back) = (members, back)
      super.init()
    }

    override func didLoad() {
      add(form)
      on(SignInForm.enter) { page, entry in
        page.task(holdingReply: true) { [members = page.members] in
          try await members.name(of: entry)
        } then: { page, name in
          page.enter(as: name)
        } failed: { page, _ in
          page.form.content.problem = "Try again later."
        }
      }
      on(SignInForm.leave) { page, _ in page.session(Login.self)?.end() }
    }

    private func enter(as name: String?) {
      guard let name, let login = session(Login.self), login.renew() else {
        form.content.problem = "This name and this password do not fit."
        return
      }
      login.update { $0.name = name }
      if !navigate(to: back) { navigate(to: "/") }
    }
  }

  struct Members: Sendable {
    let database: Database
    let verify: @Sendable (_ password: String, _ hash: String) -> Bool

    struct Row: Codable, Sendable { var name, hash: String }

    /// The name of the member; nil if the name or the password is wrong.
    func name(of entry: SignInForm.Entry) async throws -> String? {
      let rows = try await database.rows("SELECT name, hash FROM member WHERE name = \(entry.name)", as: Row.self)
      // A hash is computed for unknown names too, so that the time does not tell which names exist.
      let isRight = verify(entry.password, rows.first?.hash ?? Self.nobody)
      return isRight ? rows.first?.name : nil
    }

    /// A hash of nothing.
    static let nobody = "$6$nobody"
  }
}
