import EspalierTestSupport
import EspalierServerTestSupport
import Espalier
import EspalierLocks
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// How browsers are identified: by a cookie, with TLS and without, and by other ways to a tree.
@Suite struct IdentityTests {
  private typealias TallyList = PlainFormTests.TallyList

  private let site = Site(templates: "none", files: "none", log: .silent) {
    Page("/tally", title: "Tally", scope: .browser) { TallyList() }
    Page("/tab", title: "Tab", scope: .tab) { TallyList() }
  }

  private func reply(_ target: String, _ cookie: String? = nil, isSecure: Bool = false) throws -> Response? {
    var headers: Headers = [.accept: "application/json"]
    headers[.cookie] = cookie
    let client = Client(address: "192.0.2.7", isProxied: isSecure, isSecure: isSecure, host: "garden.example")
    return answer(
      site, Request(.get, try RequestTarget(target), headers: headers, body: [], client: client, id: "-"))
  }

  @Test func `over TLS the cookie has the __Host- prefix, and no other cookie is read`() throws {
    let secure = try #require(try reply("/tally", isSecure: true)?.headers[.setCookie])
    #expect(secure.hasPrefix("__Host-espalier="))
    #expect(secure.hasSuffix("; Path=/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax"))
    let id = try #require(secure.part(after: "=", before: ";"))
    #expect(try reply("/tally", "__Host-espalier=\(id)", isSecure: true)?.headers[.setCookie] == nil)
    #expect(try reply("/tally", "espalier=\(id)", isSecure: true)?.headers[.setCookie] != nil)
    let plain = try #require(try reply("/tally")?.headers[.setCookie])
    #expect(plain.hasPrefix("espalier=") && plain.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"))
    #expect(try reply("/tally", "__Host-espalier=\(id)")?.headers[.setCookie] != nil)
  }

  @Test(arguments: ["/tally", "/board", "/tab?tab=0123456789abcdef"])
  func `the cookie lives as long as saved state and is renewed once a day`(path: String) throws {
    let clock = ManualClock()
    let site = Site(templates: "none", files: "none", log: .silent, clock: clock) {
      Page("/tally", title: "Tally", scope: .browser) { TallyList() }
      Page("/tab", title: "Tab", scope: .tab) { TallyList() }
      Page("/board", title: "Board") { TallyList() }
    }
    func cookie(_ sent: String? = nil) throws -> String? {
      var headers: Headers = [.accept: "application/json"]
      headers[.cookie] = sent
      return try ask(site, path, headers)?.headers[.setCookie]
    }
    let first = try #require(try cookie())
    let mine = try #require(first.part(after: "", before: ";"))
    for hours in [0, 23] {
      clock.advance(by: .seconds(3600 * hours))
      #expect(try cookie(mine) == nil, "after \(hours) hours")
    }
    clock.advance(by: .seconds(3600))
    #expect(try cookie(mine) == first, "after a day")
    #expect(try cookie(mine) == nil)
    // A restarted server does not know the cookies that it set before.
    let other = "espalier=\(RandomID.next())"
    #expect(try cookie(other)?.part(after: "", before: ";") == other)
    #expect(try cookie(other) == nil)
  }

  @Test func `beyond the limit of browsers, cookies are renewed sooner and take no more room`() {
    let renewals = CookieRenewals(capacity: 2)
    #expect(["a", "b", "a", "c", "a"].map { renewals.take($0, at: .zero) } == [true, true, false, true, true])
    #expect(["a", "c"].map { renewals.take($0, at: .zero) } == [false, false])
  }

  @Test func `a client's own claim that it uses TLS is ignored`() throws {
    let request = try Request(.get, "/tally", headers: ["X-Forwarded-Proto": "https", "Forwarded": "proto=https"])
    #expect(answer(site, request)?.headers[.setCookie]?.hasPrefix("espalier=") == true)
  }

  @Test(arguments: ["/tally", "/tally/patches?format=json", "/tab?tab=0123456789abcdef"])
  func `two cookies with the same name are refused, and the reply says what to do`(path: String) throws {
    let (mine, other) = (RandomID.next(), RandomID.next())
    for cookies in ["espalier=\(other); espalier=\(mine)", "espalier=\(mine); a=b; espalier=\(mine)"] {
      let refused = try reply(path, cookies)
      #expect(refused?.status == .badRequest && text(refused).contains("delete the cookies"))
    }
    #expect(try reply("/tally", "espalier=\(mine); __Host-espalier=\(other)")?.status == .ok)
  }

  @Test func `an instance requires its browser's cookie after the browser has sent it once`() throws {
    let first = try #require(try reply("/tally"))
    let id = try #require(first.headers["Espalier-Instance"])
    let cookie = try #require(first.headers[.setCookie]?.part(after: "", before: ";"))
    // A browser that refuses cookies, or curl, continues with the id alone.
    #expect(try reply("/tally?instance=\(id)")?.status == .ok)
    #expect(try reply("/tally?instance=\(id)", cookie)?.status == .ok)
    for path in ["/tally", "/tally/patches"] {
      let found = try reply("\(path)?instance=\(id)&format=json")
      #expect(found?.status == .notFound && text(found).contains("keep its cookie"))
    }
    #expect(try reply("/tally?instance=\(id)", "espalier=\(RandomID.next())")?.status == .notFound)
    #expect(try reply("/tally?instance=\(id)", cookie)?.status == .ok)
  }

  @Test func `without the cookie, the stream URLs of a page open nothing`() async throws {
    for path in ["/tally", "/tab"] {
      var browser = PlainBrowser(try InProcess(site))
      try await browser.open(path)
      let patches = try #require(browser.html.part(after: "data-patches=\"", before: "\""))
      let sent = try #require(patches.replacing("&amp;", with: "&").part(after: "", before: "#"))
      #expect(try reply(sent + (sent.contains("?") ? "&" : "?") + "format=json")?.status == .notFound)
      #expect(try reply(sent + (sent.contains("?") ? "&" : "?") + "format=json", browser.cookie)?.status == .ok)
    }
  }

  private func text(_ response: Response?) -> String {
    if case .bytes(let bytes) = response?.body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}

/// Returns the reply that a site gives to a request immediately.
func answer(_ site: Site, _ request: Request) -> Response? {
  let response = Lock<Response?>(nil)
  site.responder.respond(to: request, Answer { reply in response.withLock { $0 = reply } })
  return response.withLock { $0 }
}

/// The site's answer to a request, also if it takes time.
func reply(of site: Site, to request: Request) async -> Response {
  await withCheckedContinuation { done in site.responder.respond(to: request, Answer { done.resume(returning: $0) }) }
}
