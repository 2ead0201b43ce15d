import Espalier
import EspalierHTTP
import EspalierServer
import Testing

@testable import EspalierTesting

/// Pages of one browser share its cookies; several browsers are several people.
@Suite struct TestBrowserTests {
  private struct Note: Content {
    static let add = Event<String>("add")
    var texts: [String] = []
    var html: HTML {
      "<form \(Self.add)><input name=\"data\"></form><p>\(texts.joined(separator: ", "))</p>"
    }
  }

  private final class Notes: ContainerModel {
    private let note = CellModel(Note())
    override func didLoad() {
      add(note)
      on(Note.add) { $0.note.content.texts.append($1) }
    }
  }

  private func site() -> Site {
    Site(templates: "none", files: "none", log: .silent) {
      Page("/all", title: "All") { Notes() }
      Page("/mine", title: "Mine", scope: .browser) { Notes() }
      Route(.post, "/login") { request in
        var response = Response(.seeOther, headers: [.location: "/all"])
        response.headers.append(.setCookie, "name=\(try request.form()["name"] ?? ""); Path=/; HttpOnly")
        response.headers.append(.setCookie, "once=1; Path=/who")
        return response
      }
      Route(.get, "/long") { _ in
        .stream(.plainText) { body in
          for number in 1...3 {
            try await body.write("\(number) ")
            await Task.yield()
          }
          try await body.write(String(repeating: "x", count: 300_000))
        }
      }
      Route(.get, "/broken") { _ in
        .stream(.plainText) { body in
          try await body.write("begun")
          throw HTTPError(status: .conflict, "no")
        }
      }
      Route(.get, "/who") { request in
        var response = Response.text("\(request.cookies["name"] ?? "nobody") \(request.cookies["once"] ?? "-")")
        response.headers.append(.setCookie, "once=; Path=/who; Max-Age=0")
        return response
      }
    }
  }

  @Test func `two browsers see each other's changes of a shared page`() async throws {
    let way = try InProcess(site())
    let (ann, bob) = (TestBrowser(over: way), TestBrowser(over: way))
    let (hers, his) = (try await ann.open("/all"), try await bob.open("/all"))
    try await hers.send("add", from: "note", data: "Hello")
    try await his.settle()
    #expect(try his.content(of: "note", as: Note.self).texts == ["Hello"])
  }

  @Test func `two pages of one browser share what the browser owns, and another browser has its own`() async throws {
    let way = try InProcess(site())
    let (ann, bob) = (TestBrowser(over: way), TestBrowser(over: way))
    let (first, second) = (try await ann.open("/mine"), try await ann.open("/mine"))
    let other = try await bob.open("/mine")
    try await first.send("add", from: "note", data: "Mine")
    try await second.settle()
    #expect(try second.content(of: "note", as: Note.self).texts == ["Mine"])
    try await other.settle()
    #expect(try other.content(of: "note", as: Note.self).texts == [])
  }

  @Test func `a browser keeps each cookie by its name and path, and forgets it at Max-Age=0`() async throws {
    let browser = TestBrowser(over: try InProcess(site()))
    #expect(try await browser.get("/who").text == "nobody -")
    let login = try await browser.post("/login", form: ["name": "Ann&Bob"])
    #expect(login.status == 303 && login.headers[.location] == "/all")
    #expect(try await browser.get("/who").text == "Ann&Bob 1")
    #expect(try await browser.get("/who").text == "Ann&Bob -")
    _ = try await browser.open("/mine")
    #expect(try await browser.get("/who").text == "Ann&Bob -", "the browser's own cookie replaces no other")
    #expect(try await browser.get("/nothing").status == 404)
  }

  @Test func `a browser reads a body that is written while it is sent`() async throws {
    let browser = TestBrowser(over: try InProcess(site()))
    let long = try await browser.get("/long")
    #expect(long.text.hasPrefix("1 2 3 xxx") && long.text.utf8.count == 300_006)
    await #expect(throws: ConnectionBroken.self) { try await browser.get("/broken") }
  }

  private struct Login: Codable, Hashable, Sendable { var name = "" }

  private struct Door: Content {
    static let enter = Event<String>("enter")
    var name = ""
    var html: HTML { "<p>\(name)</p><form \(Self.enter)><input name=\"data\"></form>" }
  }

  private final class Hall: ContainerModel {
    private let door = CellModel(Door())
    override func didLoad() {
      add(door)
      if let login = session(Login.self) { listen(to: login) { $0.door.content.name = $1.name } }
      on(Door.enter) { hall, name in
        hall.session(Login.self)?.update { $0.name = name }
        hall.session(Login.self)?.renew()
      }
    }
  }

  @Test func `a browser that signs in is known on its other pages`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/in", title: "In", scope: .browser) { Hall() }
      Page("/hall", title: "Hall", scope: .browser) { Hall() }
      Route(.get, "/name") { .text($0.session(Login.self)?.value.name ?? "nobody") }
    }.provideSession(Login(), as: "login")
    let way = try InProcess(site)
    let (ann, bob) = (TestBrowser(over: way), TestBrowser(over: way))
    let page = try await ann.open("/in")
    let before = page.cookie
    try await page.send("enter", from: "door", data: "Ann")
    #expect(page.cookie != nil && page.cookie != before, "the sign-in renews the cookie")
    #expect(try await ann.open("/hall").content(of: "door", as: Door.self).name == "Ann")
    #expect(try await bob.open("/hall").content(of: "door", as: Door.self).name == "")
    #expect(try await ann.get("/name").text == "Ann")
  }

  private struct Person: Identifiable, Sendable { let id: String }

  @Test func `a browser sends its headers with each request`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/all", title: "All") { Notes() }.requiring(Person.self)
    }.identify { request in request.headers["X-Person"].map { Person(id: $0) } }
    let way = try InProcess(site)
    let page = try await TestBrowser(over: way, headers: ["X-Person": "ann"]).open("/all")
    try await page.send("add", from: "note", data: "Mine")
    let refused = await #expect(throws: TestPage.Failure.self) { try await TestPage.open("/all", over: way) }
    #expect("\(refused, default: "")".contains("401"))
  }

  @Test func `a page that leads elsewhere is an error with the place`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/all", title: "All") { Notes() }
      Redirect("/", to: "/all")
    }
    let failure = await #expect(throws: TestPage.Failure.self) { try await TestPage.open("/", over: InProcess(site)) }
    #expect("\(failure, default: "")".hasPrefix("GET /: the server leads to /all"))
  }

  @Test func `a jar sends the cookies of a path, those of longer paths first`() {
    var jar = CookieJar()
    jar.take("a=1; Path=/", from: "/")
    jar.take("b=2; path=/x", from: "/")
    jar.take("c=3", from: "/x/y")
    jar.take("a=4; Path=/x; Secure; SameSite=Lax", from: "/")
    #expect(jar.header(for: "/") == "a=1")
    #expect(jar.header(for: "/x/z") == "a=4; b=2; c=3; a=1")
    #expect(jar.header(for: "/xyz") == "a=1")
    jar.take("a=; Max-Age=0; Path=/", from: "/x")
    jar.take("a=; Max-Age=-1; Path=/x", from: "/x")
    jar.take("b=5=6; Path=/x", from: "/")
    #expect(jar.header(for: "/x") == "b=5=6; c=3")
    jar.take("", from: "/")
    jar.take("; Path=/", from: "/")
    #expect(jar.header(for: "/") == nil)
  }
}
