import Espalier
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Sessions: what a site keeps for a browser, and how a browser gets another cookie.
@Suite struct SessionTests {
  struct Login: Codable, Hashable, Sendable { var name = "" }

  struct Door: Content, Identifiable {
    static let enter = Event<String>("enter")
    static let leave = Event<NoData>("leave")
    static let rename = Event<String>("rename")
    var id: String { "door" }
    var name = ""
    var html: HTML {
      """
      [\(name)]<button \(Self.enter, sends: "Ann")>In</button><button \(Self.leave)>Out</button>\
      <button \(Self.rename, sends: "Bo")>Rename</button>
      """
    }
  }

  /// Shows the name of the browser that owns the page. A shared page shows the last name that somebody entered.
  final class Hall: ContainerModel {
    @NodeState private var name = ""
    @NodeState private var presses = 0

    override func didLoad() {
      if let login = session(Login.self) { listen(to: login) { $0.name = $1.name } }
      on(Door.enter) { hall, name in
        guard let login = hall.session(Login.self) else { return }
        login.renew()
        login.update { $0.name = name }
        hall.name = name
      }
      on(Door.rename) { hall, name in
        hall.name = "\(hall.session(Login.self)?.value.name ?? "?")+"
        hall.session(Login.self)?.update { $0.name = name }
      }
      on(Door.leave) { hall, _ in hall.session(Login.self)?.end() }
    }

    override func willRender() { set { Door(name: name) } }
  }

  /// A site whose time stands still, because some answers depend on how long ago a session was renewed.
  private func site(_ store: MemoryStore? = nil, _ clock: ManualClock = ManualClock()) -> Site {
    Site(
      templates: "none", files: "none", store: store.map { PageStore($0) }, log: .silent, clock: clock
    ) {
      Page("/own", title: "Own", scope: .browser) { Hall() }
      Page("/other", title: "Other", scope: .browser) { Hall() }
      Page("/all", title: "All") { Hall() }
      Route(.get, "/name") { .text($0.session(Login.self)?.value.name ?? "nobody") }
      Route(.get, "/secret") { _ in .text("secret") }.requiring(Named.self)
      Route(.post, "/name") { request in
        request.session(Login.self)?.update { $0.name = "Cy" }
        return .text("done")
      }
    }.provideSession(Login(), as: "login").identify(by: Login.self) { $0.name.isEmpty ? nil : Named() }
  }

  struct Named: Sendable {}

  /// A browser: sends its cookie, and takes each new one.
  private final class Browser {
    let site: Site
    var cookie: String?
    init(_ site: Site, cookie: String? = nil) { (self.site, self.cookie) = (site, cookie) }

    func ask(_ method: EspalierHTTP.Method = .get, _ target: String, _ body: JSON? = nil) async throws -> Response {
      var headers: Headers = [.accept: "application/json", .contentType: "application/json"]
      headers[.cookie] = cookie
      let request = try Request(method, target, headers: headers, body: body?.bytes ?? [])
      let response = await reply(of: site, to: request)
      if let set = response.headers[.setCookie] { cookie = set.part(after: "", before: ";") }
      return response
    }

    /// The name that a page shows.
    func name(on path: String = "/own") async throws -> String? {
      try JSON(parsing: await ask(.get, path).body.collected)["children"]?[0]?["model"]?["name"]?.text
    }

    @discardableResult
    func send(_ event: String, on path: String = "/own", data: JSON = .null, id: String = RandomID.next()) async throws
      -> Response
    {
      try await ask(
        .post, path + "/events", ["node": "door", "event": .string(event), "data": data, "id": .string(id)])
    }
  }

  @Test func `all pages and routes of a browser have its session, and other browsers have theirs`() async throws {
    let site = site()
    let (mine, other) = (Browser(site), Browser(site))
    #expect(try await mine.name() == "")
    #expect(try await mine.name(on: "/other") == "")
    #expect(try await other.name() == "")
    #expect(try await mine.send("rename", data: "Bo").status == .ok)
    #expect(try await mine.name(on: "/other") == "Bo")
    #expect(try await mine.ask(.get, "/name").body.collected == Array("Bo".utf8))
    #expect(try await other.name() == "")
    #expect(try await other.ask(.get, "/name").body.collected.isEmpty)
    #expect(try await mine.ask(.post, "/name").status == .ok)
    #expect(try await mine.name() == "Cy")
  }

  @Test func `a handler of a shared page has the session of the sender`() async throws {
    let site = site()
    let (mine, other) = (Browser(site), Browser(site))
    for browser in [mine, other] { _ = try await browser.ask(.get, "/all") }
    try await mine.send("rename", on: "/all", data: "Ann")
    try await other.send("rename", on: "/all", data: "Eve")
    #expect(try await mine.ask(.get, "/name").body.collected == Array("Ann".utf8))
    try await mine.send("rename", on: "/all", data: "Amy")
    #expect(try await other.name(on: "/all") == "Ann+")
    // A client that has never sent a cookie gets one, with its session.
    let new = Browser(site)
    try await new.send("rename", on: "/all", data: "Flo")
    #expect(try await new.ask(.get, "/name").body.collected == Array("Flo".utf8))
  }

  @Test func `a session survives a restart, also one that a shared page or a route has changed`() async throws {
    let store = MemoryStore()
    let mine = Browser(site(store))
    _ = try await mine.name()
    for (change, name) in [(0, "Bo"), (1, "Bo"), (2, "Cy")] {
      switch change {
      case 0: try await mine.send("rename", data: "Bo")
      case 1: try await mine.send("rename", on: "/all", data: "Bo")
      default: _ = try await mine.ask(.post, "/name")
      }
      let later = Browser(site(store), cookie: mine.cookie)
      #expect(try await later.name() == name)
    }
  }

  @Test(arguments: [true, false])
  func `a cookie that somebody knew before the sign-in is worth nothing after it`(hasStore: Bool) async throws {
    let store = hasStore ? MemoryStore() : nil
    let site = site(store)
    let planted = "espalier=" + RandomID.next()
    let (victim, attacker) = (Browser(site, cookie: planted), Browser(site, cookie: planted))
    #expect(try await victim.name() == "")
    let stream = try stream(attacker, on: "/own")
    #expect(stream.end == nil)
    let reply = try await victim.send("enter", data: "Ann")
    #expect(reply.status == .ok)
    #expect(stream.end == .finished)
    let renewed = try #require(victim.cookie)
    #expect(renewed.hasPrefix(planted) && renewed.utf8.count == planted.utf8.count + 32)
    #expect(try await victim.name() == "Ann")
    #expect(try await victim.name(on: "/other") == "Ann")
    // For some seconds the old cookie is asked to try again: it may have crossed the new one.
    #expect(
      try await Browser(site, cookie: planted).ask(.get, "/own/patches?format=json").status == .serviceUnavailable)
    #expect(try await Browser(site, cookie: planted).ask(.get, "/name").status == .serviceUnavailable)
    #expect(try await Browser(site, cookie: planted).ask(.get, "/own").headers["Refresh"] == "1")
    #expect(try await Browser(site, cookie: planted).ask(.get, "/secret").status == .serviceUnavailable)
    #expect(try await Browser(site).ask(.get, "/secret").status == .unauthorized)
    #expect(try await victim.ask(.get, "/secret").status == .ok)
    #expect(try await Browser(site, cookie: planted).send("rename", data: "Eve").status == .serviceUnavailable)
    // The attacker's guess of a secret, after a restart.
    if hasStore {
      let clock = ManualClock()
      let later = self.site(store, clock)
      #expect(try await Browser(later, cookie: planted).ask(.get, "/name").status == .serviceUnavailable)
      clock.advance(by: .seconds(11))
      for guess in [planted, planted + RandomID.next()] {
        let attacker = Browser(later, cookie: guess)
        #expect(try await attacker.name() == "")
        #expect(try await attacker.ask(.get, "/name").body.collected.isEmpty)
        #expect(attacker.cookie != guess)
      }
      #expect(try await Browser(later, cookie: renewed).name() == "Ann")
    }
  }

  @Test func `the event that signs in can be repeated with the old cookie, if its answer was lost`() async throws {
    let site = site()
    let mine = Browser(site)
    _ = try await mine.name()
    let (old, id) = (mine.cookie, RandomID.next())
    let first = try await mine.send("enter", data: "Ann", id: id)
    let again = Browser(site, cookie: old)
    let repeated = try await again.send("enter", data: "Ann", id: id)
    #expect(repeated.status == .ok && repeated.body.collected == first.body.collected)
    #expect(again.cookie == mine.cookie)
    #expect(try await again.name() == "Ann")
    // The id alone is not enough: it may stand in a log.
    let thief = Browser(site, cookie: old)
    #expect(try await thief.send("enter", data: "Eve", id: id).status == .serviceUnavailable)
    #expect(thief.cookie == old)
    #expect(try await Browser(site, cookie: old).send("enter", data: "Ann").status == .serviceUnavailable)
  }

  @Test func `the event that signs in can be repeated with the old cookie after the server has ended`() async throws {
    let (store, id) = (MemoryStore(), RandomID.next())
    let mine = Browser(site(store))
    _ = try await mine.name()
    let old = mine.cookie
    #expect(try await mine.send("enter", data: "Ann", id: id).status == .ok)
    let later = site(store)
    let again = Browser(later, cookie: old)
    #expect(try await again.send("enter", data: "Ann", id: id).status == .ok)
    #expect(again.cookie == mine.cookie)
    #expect(try await again.name() == "Ann")
    let thief = Browser(later, cookie: old)
    #expect(try await thief.send("enter", data: "Eve", id: id).status == .serviceUnavailable)
    #expect(thief.cookie == old)
  }

  @Test func `who signs out leaves nothing behind`() async throws {
    let store = MemoryStore()
    let site = site(store)
    let mine = Browser(site)
    _ = try await mine.name()
    try await mine.send("enter", data: "Ann")
    _ = try await mine.name(on: "/other")
    let (stream, shared) = (try stream(mine, on: "/other"), try stream(mine, on: "/all"))
    let old = mine.cookie
    let browser = String(try #require(old).dropFirst("espalier=".count).prefix(32))
    #expect(store.instance(of: ServiceRecords.owner(browser)) != nil)
    #expect(try await mine.send("leave").status == .ok)
    #expect(mine.cookie != old)
    #expect(stream.end == .finished && shared.end == .finished)
    #expect(store.instance(of: ServiceRecords.owner(browser)) == nil)
    #expect(try await mine.name() == "")
    #expect(try await mine.name(on: "/other") == "")
    #expect(try await Browser(site, cookie: old).name() == "")
    #expect(try await Browser(self.site(store), cookie: old).name() == "")
  }

  @Test func `cookies that a client invents leave nothing in the store, before a value changes`() async throws {
    let store = MemoryStore()
    let site = site(store)
    for _ in 0..<20 {
      let browser = Browser(site, cookie: "espalier=" + RandomID.next())
      #expect(try await browser.ask(.get, "/name").status == .ok)
      #expect(try await browser.name() == "")
    }
    try site.core.services.saveChanged()
    #expect(store.lastSaves.isEmpty)
    let mine = Browser(site)
    _ = try await mine.name()
    try await mine.send("enter", data: "Ann")
    try await mine.send("rename", data: "Amy")
    // Each save has the secret, so that the name never stands in the store without it.
    let keys = store.lastSaves.flatMap(\.changes).map(\.key)
    #expect(keys.contains("login") && keys.contains("~secret"))
  }

  @Test func `a client without cookies cannot come back to a page whose session was renewed`() async throws {
    let site = site()
    let first = try await Browser(site).ask(.get, "/own")
    let id = try #require(first.headers[.instance])
    let path = "/own/events?instance=\(id)"
    let body: JSON = ["node": "door", "event": "enter", "data": "Ann", "id": .string(RandomID.next())]
    #expect(try await Browser(site).ask(.post, path, body).status == .ok)
    #expect(try await Browser(site).ask(.get, "/own?instance=\(id)").status == .notFound)
    #expect(try await Browser(site).ask(.post, path, body).status == .notFound)
  }

  @Test func `a request that waits for the page while the session is renewed is refused`() async throws {
    let site = site()
    let mine = Browser(site)
    _ = try await mine.name()
    let page = try #require(try site.core.page(at: "/own"))
    let browser = String(try #require(mine.cookie).dropFirst("espalier=".count))
    let instance = try site.core.instance(of: page, for: browser)
    let late = Lock<[Status]>([])
    let done = Lock(false)
    // The page is busy, as if it compared a password. Requests with the old cookie arrive meanwhile.
    instance.enter { [cookie = mine.cookie] _ in
      for (method, target) in [(EspalierHTTP.Method.get, "/own"), (.get, "/own/patches?format=json")] {
        let headers: Headers = [.accept: "application/json", .cookie: cookie ?? ""]
        guard let request = try? Request(method, target, headers: headers) else { continue }
        site.responder.respond(to: request, Answer { reply in late.withLock { $0.append(reply.status) } })
      }
      site.core.services.known(browser)?.secret.renew(RandomID.next(), by: nil)
      done.withLock { $0 = true }
    }
    site.settle()
    #expect(done.withLock { $0 })
    #expect(late.withLock { $0 } == [.serviceUnavailable, .serviceUnavailable])
  }

  @Test func `a page that is made while its browser signs out does not outlive it`() async throws {
    let site = site()
    let mine = Browser(site)
    _ = try await mine.name()
    try await mine.send("enter", data: "Ann")
    let browser = String(try #require(mine.cookie).dropFirst("espalier=".count).prefix(32))
    let services = try #require(site.core.services.known(browser))
    site.core.services.forget(services)
    let page = try #require(try site.core.page(at: "/other"))
    #expect(throws: HTTPError.self) { try site.core.instance(of: page, for: browser) }
    #expect(try await Browser(site, cookie: mine.cookie).name(on: "/other") == "")
    #expect(site.core.services.known(browser)?.hasEnded == true)
  }

  @Test func `a session that changes its cookie after the answer says so in the log`() async throws {
    let lines = Lock("")
    let log = Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    let site = Site(templates: "none", files: "none", log: log) {
      Page("/own", title: "Own", scope: .browser) { Late() }
    }.provideSession(Login(), as: "login")
    _ = try await Browser(site).name()
    #expect(lines.withLock { $0 }.contains("Session.renew() had no effect"))
  }

  @Test func `whatever answers a request sets the cookie of a renewed session`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/own", title: "Own", scope: .browser) { Hall() }
      Route(.post, "/sign-in") { request in
        request.session(Login.self)?.renew()
        return Response.text("in").with(.setCookie, "theme=dark")
      }
      NotFound { request in
        request.session(Login.self)?.renew()
        return .text("nothing", status: .notFound)
      }
    }.provideSession(Login(), as: "login")
    let mine = Browser(site)
    _ = try await mine.name()
    let first = try #require(mine.cookie)
    #expect(try await mine.ask(.get, "/nothing").status == .notFound)
    let second = try #require(mine.cookie)
    #expect(second != first && second.hasPrefix(first))
    let cookies = try await mine.ask(.post, "/sign-in").headers.values(of: .setCookie)
    #expect(cookies.count == 2 && cookies.contains("theme=dark"))
    #expect(cookies.contains { $0.hasPrefix(first) && !$0.hasPrefix(second) })
  }

  @Test func `a permanent redirect, which caches keep for everybody, sets no cookie`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Redirect("/old", to: "/new", isPermanent: true)
      Redirect("/elsewhere", to: "/new")
    }
    let browser = Browser(site, cookie: "espalier=" + RandomID.next())
    #expect(try await browser.ask(.get, "/old").headers[.setCookie] == nil)
    #expect(try await browser.ask(.get, "/elsewhere").headers[.setCookie] != nil)
  }

  private final class Late: ContainerModel {
    override func didLoad() {
      session(Login.self)?.renew()
      set { Door() }
    }
  }

  private func stream(_ browser: Browser, on path: String) throws -> EventStream {
    let headers: Headers = [.accept: "text/event-stream", .cookie: browser.cookie ?? ""]
    let response = try #require(answer(browser.site, try Request(.get, path + "/patches", headers: headers)))
    guard case .stream(let stream) = response.body else { throw Missing() }
    return stream
  }

  private struct Missing: Error {}
}
