import Espalier
import EspalierServerTestSupport
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Events whose handlers check something that takes time before they answer.
@Suite struct HeldReplyTests {
  private typealias Login = SessionTests.Login
  private typealias Door = SessionTests.Door

  /// Checks a name as long as the test wants.
  private final class Hall: ContainerModel {
    private let checks: AsyncStream<Void>

    init(_ checks: AsyncStream<Void>) {
      self.checks = checks
      super.init()
    }

    override func didLoad() {
      add(Door())
      on(Door.enter) { hall, name in
        hall.task(holdingReply: true) { [checks = hall.checks] in
          for await _ in checks { break }
          return name
        } then: { hall, name in
          guard let login = hall.session(Login.self), login.renew() else { return }
          login.update { $0.name = name }
          hall.navigate(to: "/name")
        }
      }
    }
  }

  @Test(arguments: [Page.Scope.browser, .shared])
  func `the reply waits for the check, and is saved with what the check changed`(scope: Page.Scope) async throws {
    let (checks, gate) = AsyncStream.makeStream(of: Void.self)
    let store = MemoryStore()
    let site = Site(
      templates: "none", files: "none", store: PageStore(store), log: .silent, clock: ManualClock()
    ) {
      Page("/hall", title: "Hall", scope: scope) { Hall(checks) }
      Route(.get, "/name") { .text($0.session(Login.self)?.value.name ?? "nobody") }
    }.provideSession(Login(), as: "login")
    let page = try await reply(of: site, to: Request(.get, "/hall"))
    let old = try #require(page.headers[.setCookie]?.part(after: "", before: ";"))
    let id = RandomID.next()
    func event(_ cookie: String) throws -> Request {
      let body: JSON = ["node": "door", "event": "enter", "data": "Ann", "id": .string(id)]
      let headers: Headers = [.accept: "application/json", .contentType: "application/json", .cookie: cookie]
      return try Request(.post, "/hall/events", headers: headers, body: body.bytes)
    }
    // The client loses its patience and sends the event again, while the check still runs.
    let (sent, again) = (try event(old), try event(old))
    async let first = reply(of: site, to: sent)
    try await until { site.core.metrics.events[.handled] == 1 }
    async let second = reply(of: site, to: again)
    try await until { site.core.metrics.events[.repeated] == 1 }
    #expect(store.instance(of: ServiceRecords.owner(String(old.dropFirst("espalier=".count)))) == nil)
    gate.yield()
    let answer = await first
    #expect(answer.status == .ok)
    let new = try #require(answer.headers[.setCookie]?.part(after: "", before: ";"))
    #expect(new != old)
    let document = try JSON(parsing: answer.body.collected)
    #expect(document["effects"]?[0]?["url"] == "/name")
    // Saved before the answer: the session, its secret, its renewal, and the id of the event.
    let saved = try #require(store.instance(of: ServiceRecords.owner(String(old.dropFirst("espalier=".count)))))
    #expect(saved.states.count == 3)
    #expect(store.lastSaves.count == 2 && store.lastSaves.flatMap(\.events).map(\.id) == [id], "in one transaction")
    // The other one has no new cookie to give. It asks the client to send the event again, and then has one.
    #expect(await second.status == .serviceUnavailable)
    let repeated = try await reply(of: site, to: event(old))
    #expect(repeated.status == .ok && repeated.headers[.setCookie]?.part(after: "", before: ";") == new)
    let name = try await reply(of: site, to: Request(.get, "/name", headers: [.cookie: new]))
    #expect(name.body.collected == Array("Ann".utf8))
    #expect(site.core.metrics.events[.handled] == 1, "it was handled once")
  }

  @Test func `a check that takes too long is answered, and may change no cookie any more`() async throws {
    let (checks, gate) = AsyncStream.makeStream(of: Void.self)
    let clock = ManualClock()
    let site = Site(templates: "none", files: "none", log: .silent, clock: clock) {
      Page("/hall", title: "Hall", scope: .browser) { Hall(checks) }
      Route(.get, "/name") { .text($0.session(Login.self)?.value.name ?? "nobody") }
    }.provideSession(Login(), as: "login")
    let page = try await reply(of: site, to: Request(.get, "/hall"))
    let cookie = try #require(page.headers[.setCookie]?.part(after: "", before: ";"))
    let body: JSON = ["node": "door", "event": "enter", "data": "Ann", "id": .string(RandomID.next())]
    let headers: Headers = [.accept: "application/json", .contentType: "application/json", .cookie: cookie]
    let event = try Request(.post, "/hall/events", headers: headers, body: body.bytes)
    async let answer = reply(of: site, to: event)
    await clock.advance(by: site.core.limits.work, whenAsleep: 1)
    #expect(await answer.headers[.setCookie] == nil)
    gate.yield()
    #expect(await site.core.surroundings.unfinished.ends(within: .seconds(30)))
    // `renew()` returned false, so nobody was signed in under the old cookie.
    let name = try await reply(of: site, to: Request(.get, "/name", headers: [.cookie: cookie]))
    #expect(name.body.collected == [])
  }
}
