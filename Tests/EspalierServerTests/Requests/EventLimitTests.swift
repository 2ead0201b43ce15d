import EspalierServerTestSupport
import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierServer

/// Events that may not be sent too often.
@Suite struct EventLimitTests {
  struct Entry: Codable, Hashable, Sendable { var name, password: String }

  struct Door: Content, Identifiable {
    static let enter = Event<Entry>("enter").limited(to: 3, per: .seconds(60)) { $0.name.isEmpty ? nil : $0.name }
    static let knock = Event<NoData>("knock")
    var id: String { "door" }
    var html: HTML {
      """
      <form \(Self.enter)><input name="name"><input name="password"></form><button \(Self.knock)>Knock</button>
      """
    }
  }

  final class Hall: ContainerModel {
    override func didLoad() {
      add(CellModel(Door()))
      on(Door.enter) { _, _ in }
      on(Door.knock) { _, _ in }
    }
  }

  private let site = Site(templates: "none", files: "none", log: .silent) {
    Page("/hall", title: "Hall", scope: .browser) { Hall() }
    Page("/all", title: "All") { Hall() }
  }

  private func cookie(of site: Site) async throws -> String {
    let page = try await reply(of: site, to: Request(.get, "/hall"))
    return try #require(page.headers[.setCookie]).part(after: "", before: ";") ?? ""
  }

  private func send(
    _ event: String = "enter", name: String = "", from address: String, cookie: String? = nil,
    on path: String = "/hall",
    id: String = RandomID.next()
  ) async throws -> Response {
    var headers: Headers = [.accept: "application/json", .contentType: "application/json"]
    headers[.cookie] = cookie
    let data: JSON = event == "enter" ? ["name": .string(name), "password": "guess"] : .null
    let body: JSON = ["node": "door", "event": .string(event), "data": data, "id": .string(id)]
    return try await reply(
      of: site,
      to: Request(.post, path + "/events", headers: headers, body: body.bytes, remoteAddress: address))
  }

  private func statuses(_ count: Int, _ send: (Int) async throws -> Response) async throws -> [Int] {
    var statuses: [Int] = []
    for index in 0..<count { statuses.append(try await send(index).status.code) }
    return statuses
  }

  @Test func `an address may try so often, whatever browsers it makes up, and is told how long to wait`() async throws {
    let tried = try await statuses(5) { _ in
      try await send(from: "192.0.2.1", cookie: cookie(of: site))
    }
    #expect(tried == [200, 200, 200, 429, 429])
    let refused = try await send(from: "192.0.2.1", on: "/all")
    // The limit belongs to the event, not to a page.
    #expect(refused.status == .tooManyRequests)
    let wait = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
    #expect((15...20).contains(wait))
    let problem = try JSON(parsing: refused.body.collected)
    #expect(problem["wait"] == .int(Int64(wait)))
    #expect(try await send(from: "192.0.2.2").status == .ok)
    #expect(try await send("knock", from: "192.0.2.1").status == .ok)
  }

  @Test func `a browser may try so often, whatever addresses it comes from`() async throws {
    let (mine, other) = (try await cookie(of: site), try await cookie(of: site))
    let tried = try await statuses(5) { try await send(from: "192.0.2.\($0)", cookie: mine) }
    #expect(tried == [200, 200, 200, 429, 429])
    #expect(try await send(from: "192.0.2.9", cookie: other).status == .ok)
  }

  @Test func `a name may be tried so often, from all addresses together`() async throws {
    let tried = try await statuses(5) { try await send(name: "Ada", from: "192.0.2.\($0)") }
    #expect(tried == [200, 200, 200, 429, 429])
    #expect(try await send(name: "Ben", from: "192.0.2.8").status == .ok)
    // Somebody without a name counts for no name.
    #expect(try await statuses(5) { try await send(from: "192.0.2.1\($0)") } == [200, 200, 200, 200, 200])
  }

  @Test func `somebody who is refused cannot use up the tries of a name`() async throws {
    _ = try await statuses(10) { _ in try await send(name: "x", from: "192.0.2.1") }
    _ = try await statuses(10) { _ in try await send(name: "Ada", from: "192.0.2.1") }
    #expect(try await send(name: "Ada", from: "192.0.2.2").status == .ok)
  }

  @Test func `a repeat of an event counts once, and data of another type not at all`() async throws {
    let id = RandomID.next()
    let mine = try await cookie(of: site)
    #expect(
      try await statuses(6) { _ in try await send(from: "192.0.2.1", cookie: mine, id: id) }
        == [200, 200, 200, 200, 200, 200])
    let limits = EventLimits()
    let request = try Request(.post, "/hall/events", remoteAddress: "192.0.2.1")
    let sent = AnyEvent(name: Door.enter.name, payload: Entry(name: "Ada", password: ""))
    let start = ContinuousClock.now
    for _ in 0..<3 { try limits.admit(sent, request, at: start) }
    #expect(throws: DeliveryError.tooOften(wait: .seconds(20))) { try limits.admit(sent, request, at: start) }
    // One comes back each 20 seconds.
    try limits.admit(sent, request, at: start + .seconds(20))
    #expect(throws: DeliveryError.self) { try limits.admit(sent, request, at: start + .seconds(39)) }
    try limits.admit(sent, request, at: start + .seconds(100))
    for second in 101...102 { try limits.admit(sent, request, at: start + .seconds(second)) }
    #expect(throws: DeliveryError.self) { try limits.admit(sent, request, at: start + .seconds(103)) }
  }

  @Test func `a page without JavaScript says it too`() async throws {
    let mine = try await cookie(of: site)
    func submit() async throws -> Response {
      let headers: Headers = [
        .accept: "text/html", .contentType: "application/x-www-form-urlencoded", .cookie: mine,
        "Sec-Fetch-Site": "same-origin",
      ]
      let target = "/hall/events?node=door&event=enter"
      return try await reply(
        of: site, to: Request(.post, target, headers: headers, body: Array("name=a&password=b".utf8)))
    }
    #expect(try await statuses(3) { _ in try await submit() } == [303, 303, 303])
    let refused = try await submit()
    #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
    #expect(String(decoding: refused.body.collected, as: UTF8.self).contains("Send it again in"))
  }
}
