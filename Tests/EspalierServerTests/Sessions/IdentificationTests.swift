import Espalier
import EspalierServerTestSupport
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// How a site finds out who somebody is, and what only some people may do.
@Suite struct IdentificationTests {
  struct Member: Identifiable, Sendable {
    let id: String
    var isAdmin: Bool { id == "ann" }
  }

  struct Desk: Content, Identifiable {
    static let note = Event<NoData>("note")
    static let file = Event<NoData>("file").requiring(Member.self)
    static let burn = Event<NoData>("burn").requiring(Member.self) { $0.isAdmin }.requiring(Member.self)
    var id: String { "desk" }
    var text = ""
    var html: HTML {
      """
      \(text)<button \(Self.note)>Note</button><button \(Self.file)>File</button><button \(Self.burn)>Burn</button>
      """
    }
  }

  final class Office: ContainerModel {
    @NodeState private var text = ""

    override func didLoad() {
      text = identity(Member.self)?.id ?? "nobody"
      for event in [Desk.note, Desk.file, Desk.burn] {
        on(event) { $0.text += " \($0.identity(Member.self)?.id ?? "?")" }
      }
    }

    override func willRender() { set { Desk(text: text) } }
  }

  struct SignInURL: SiteURL {
    static let path = "/sign-in"
    var back: String?
  }

  private func site(hasSignIn: Bool = false) -> Site {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/own", title: "Own", scope: .browser) { Office() }
      Page("/all", title: "All") { Office() }
      Page("/staff", title: "Staff", scope: .browser) { Office() }.requiring(Member.self) { $0.isAdmin }
      Page(SignInURL.self, title: "Sign in") { _ in Office() }
      Route(.get, "/export") { .text($0.identity(Member.self)?.id ?? "") }.requiring(Member.self)
    }
    site.identify(challenge: "Basic realm=\"Office\"") { $0.basicCredentials.map { Member(id: $0.name) } }
    if hasSignIn { site.signIn { SignInURL(back: $0) } }
    return site
  }

  /// `ann:secret` and `bob:secret`.
  private static let people = ["ann": "YW5uOnNlY3JldA==", "bob": "Ym9iOnNlY3JldA=="]

  private func ask(
    _ site: Site, _ target: String, as person: String? = nil, cookie: String? = nil,
    accept: String = "application/json",
    event: String? = nil
  ) async throws -> Response {
    var headers: Headers = [.accept: accept, .contentType: "application/json"]
    if let person, let password = Self.people[person] { headers[.authorization] = "Basic \(password)" }
    headers[.cookie] = cookie
    let body: JSON? = event.map { ["node": "desk", "event": .string($0), "id": .string(RandomID.next())] }
    let request = try Request(
      event == nil ? .get : .post, event == nil ? target : target + "/events", headers: headers, body: body?.bytes ?? []
    )
    return await reply(of: site, to: request)
  }

  private func text(_ site: Site, _ target: String, as person: String? = nil, cookie: String? = nil) async throws
    -> String?
  {
    try text(await ask(site, target, as: person, cookie: cookie))
  }

  private func text(_ response: Response) throws -> String? {
    try JSON(parsing: response.body.collected)["children"]?[0]?["model"]?["text"]?.text
  }

  @Test func `each person has pages of their own, also at the same browser`() async throws {
    let site = site()
    let first = try await ask(site, "/own", as: "ann")
    let cookie = try #require(first.headers[.setCookie]?.part(after: "", before: ";"))
    #expect(try text(first) == "ann")
    _ = try await ask(site, "/own", as: "ann", cookie: cookie, event: "note")
    #expect(try await text(site, "/own", as: "ann", cookie: cookie) == "ann ann")
    #expect(try await text(site, "/own", as: "bob", cookie: cookie) == "bob")
    #expect(try await text(site, "/own", cookie: cookie) == "nobody")
    // Naming somebody else's instance does not help.
    let id = try #require(first.headers[.instance])
    #expect(try await ask(site, "/own?instance=\(id)", as: "bob", cookie: cookie).status == .notFound)
  }

  @Test func `a handler of a shared page knows the sender`() async throws {
    let site = site()
    for person in ["ann", "bob", nil] { _ = try await ask(site, "/all", as: person, event: "note") }
    #expect(try await text(site, "/all") == "nobody ann bob ?")
  }

  @Test func `a page for some people answers 401 and 403 to others, at each of its paths`() async throws {
    let site = site()
    for path in ["/staff", "/staff/patches?format=json"] {
      let unknown = try await ask(site, path)
      #expect(unknown.status == .unauthorized)
      #expect(unknown.headers["WWW-Authenticate"] == "Basic realm=\"Office\"")
      #expect(try await ask(site, path, as: "bob").status == .forbidden)
    }
    #expect(try await ask(site, "/staff", event: "note").status == .unauthorized)
    #expect(try await ask(site, "/staff", as: "bob", event: "note").status == .forbidden)
    let page = try await ask(site, "/staff", as: "ann")
    #expect(try text(page) == "ann")
    #expect(page.headers[.cacheControl] == "no-store")
    #expect(try await ask(site, "/export").status == .unauthorized)
    let export = try await ask(site, "/export", as: "bob")
    #expect(export.body.collected == Array("bob".utf8) && export.headers[.cacheControl] == "no-store")
    // Nothing was made for those who were refused.
    #expect(site.core.instances.all.count(where: { $0.page.path == "/staff" }) == 1)
  }

  @Test func `an event for some people has no effect for others`() async throws {
    let site = site()
    #expect(try await ask(site, "/all", event: "file").status == .unauthorized)
    #expect(try await ask(site, "/all", as: "bob", event: "file").status == .ok)
    #expect(try await ask(site, "/all", as: "bob", event: "burn").status == .forbidden)
    #expect(try await ask(site, "/all", as: "ann", event: "burn").status == .ok)
    #expect(try await text(site, "/all") == "nobody bob ann")
  }

  @Test func `people are led to the sign-in page, with the way back, in a browser with scripts and without`()
    async throws
  {
    let site = site(hasSignIn: true)
    let back = "/sign-in?back=%2Fstaff"
    let page = try await ask(site, "/staff", accept: "text/html")
    #expect(page.status == .seeOther && page.headers[.location] == back)
    #expect(page.headers[.cacheControl] == "no-store")
    let plain = try await ask(site, "/staff", accept: "text/html", event: "note")
    #expect(plain.status == .seeOther && plain.headers[.location] == back)
    let scripted = try await ask(site, "/all", accept: "application/vnd.espalier.patch+json", event: "file")
    #expect(scripted.status == .ok)
    #expect(scripted.body.collected == Array(#"[["@","","navigate","/sign-in?back=%2Fall"]]"#.utf8))
    let route = try await ask(site, "/export?year=7", accept: "text/html")
    #expect(route.headers[.location] == "/sign-in?back=%2Fexport%3Fyear%3D7")
    #expect(try await ask(site, "/staff").status == .unauthorized)
    #expect(try await ask(site, "/staff", as: "bob", accept: "text/html").status == .forbidden)
  }

  @Test func `a form with a password, but without a word about its origin, must come from a page`() async throws {
    let headers: Headers = [
      .accept: "text/html", .contentType: "application/x-www-form-urlencoded",
      .authorization: "Basic \(Self.people["ann"] ?? "")",
    ]
    let form = Array("node=desk&event=note".utf8)
    let reply = answer(site(), try Request(.post, "/all/events", headers: headers, body: form))
    #expect(reply?.status == .forbidden)
  }

  @Test func `a page that requires a person needs a site that knows people`() {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/staff", title: "Staff") { Office() }.requiring(Member.self)
    }
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.reason.contains("call Site.identify") == true)
  }

  @Test func `a password is read from the header, and anything else is none`() throws {
    func credentials(_ field: String) throws -> [String]? {
      try Request(.get, "/", headers: [.authorization: field]).basicCredentials.map { [$0.name, $0.password] }
    }
    // RFC 7617, 2 and 2.1.
    #expect(try credentials("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==") == ["Aladdin", "open sesame"])
    #expect(try credentials("basic dGVzdDoxMjPCow==") == ["test", "123£"])
    #expect(try credentials("Basic Og==") == ["", ""])
    #expect(try credentials("Basic YTpiOmM=") == ["a", "b:c"])
    for wrong in [
      "", "Basic", "Basic YQ==", "Basic Zh==", "Basic Z", "Basic Z===", "Bearer Og==", "Basic Og== x", "Basic /zo=",
    ] {
      #expect(try credentials(wrong) == nil, "\(wrong)")
    }
  }

  @Test(arguments: [
    ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmFy", "foobar"),
  ])
  func `Base64 is decoded as in RFC 4648, 10`(text: String, plain: String) {
    #expect(Base64.bytes(text) == Array(plain.utf8))
  }
}
