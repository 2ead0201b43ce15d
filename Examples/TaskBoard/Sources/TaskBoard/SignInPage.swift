import Espalier

/// The page on which members sign in. It leads back to where they wanted to go.
struct SignInURL: SiteURL {
  static let path = "/sign-in"
  var back: String?
}

/// Its markup is in `Templates/SignInForm.html`.
struct SignInForm: TemplateContent {
  struct Entry: Codable, Hashable, Sendable { var name, password: String }

  static let template = TemplateName.file("SignInForm")
  /// Guessing a password is slow, for an address and for a name.
  static let enter = Event<Entry>("enter").limited(to: 10, per: .seconds(60)) { $0.name.lowercased() }
  static let events = [enter.name]
  var name = ""
  var problem = ""
}

final class SignInPage: ContainerModel {
  private let back: String
  private let password: String
  private let form = CellModel(SignInForm())

  init(_ url: SignInURL, password: String) {
    (back, self.password) = (url.back ?? BoardURL().url, password)
    super.init()
  }

  override func didLoad() {
    add(form)
    on(SignInForm.enter) { $0.enter($1) }
  }

  private func enter(_ entry: SignInForm.Entry) {
    guard let member = Member(rawValue: entry.name), entry.password == password else {
      form.content = SignInForm(name: entry.name, problem: "This name and this password do not fit.")
      return
    }
    let login = session(Login.self)
    // Whoever knew the cookie before must not be signed in too.
    login?.renew()
    login?.update { $0.member = member }
    // Somebody may have forged where to go back to.
    if !navigate(to: back) { navigate(to: BoardURL()) }
  }
}
