import Espalier
import EspalierServerTestSupport
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Several events in one request.
@Suite struct EventBatchTests {
  private struct Count: Content {
    static let add = Event<Int>("add", in: 1...9)
    static let close = Event<NoData>("close")
    var total = 0
    var html: HTML {
      "<p>\(total)</p><form \(Self.add)><input name=\"data\" type=\"number\"></form><button \(Self.close)>Close</button>"
    }
  }

  private final class Counter: ContainerModel {
    private var total = 0

    override func didLoad() {
      let count = CellModel(Count(), key: "count")
      add(count)
      persist(\.total, as: "total")
      on(Count.add) { page, number in
        page.total += number
        count.content.total = page.total
      }
      on(Count.close) { page in page.children.removeAll() }
    }
  }

  private let transport: InProcess

  init() throws {
    var limits = Limits()
    limits.pages.eventsPerSecond = 0
    transport = try InProcess(Site(limits: limits, log: .silent) { Page("/count", title: "Count") { Counter() } })
  }

  private func post(
    _ body: JSON, accept: MediaType = .domPatch, from site: String = "same-origin"
  ) async throws -> Response {
    let headers: Headers = [
      .accept: accept.description, .contentType: MediaType.json.description, "Sec-Fetch-Site": site,
    ]
    return try await transport.reply(
      to: Request(.post, "/count/events?node=count&event=add", headers: headers, body: body.bytes))
  }

  private func event(_ body: String, _ name: String = "add", node: String = "count", id: String? = nil) -> JSON {
    ["query": .string("node=\(node)&event=\(name)&id=\(id ?? RandomID.next())"), "body": .string(body)]
  }

  private func replies(_ response: Response) throws -> [JSON] {
    guard case .bytes(let bytes) = response.body, case .array(let all) = try JSON(parsing: bytes) else { return [] }
    return all
  }

  private func total() async throws -> JSON? {
    try await TestPage.open("/count", over: transport)["count"]?["total"]
  }

  @Test func `each is handled in order, with its own version and patch`() async throws {
    let response = try await post([event("data=3"), event("data=4"), event("data=2")])
    let all = try replies(response)
    #expect(response.status == .ok && response.headers[.contentType] == "application/json")
    #expect(all.map { $0["status"] } == [200, 200, 200])
    #expect(all.map { $0["body"] } == ["3", "7", "9"].map { [["=", "count", "0:0", .string($0)]] })
    let versions = all.compactMap { $0["headers"]?["ETag"]?.text?.split(separator: ".").last }
    #expect(versions == ["1\"", "2\"", "3\""])
    #expect(
      all.allSatisfy { $0["headers"]?["Content-Type"]?.text?.hasPrefix("application/vnd.espalier.patch+json") == true })
  }

  @Test func `a refused one leaves the others as they are, and a repeated one counts once`() async throws {
    let id = RandomID.next()
    let batch: JSON = [
      event("data=1", id: id), event("data=12"), event("data=1", "none"), event("data=1", id: id), event("data=2"),
    ]
    for _ in 0..<2 {
      let statuses = try replies(try await post(batch)).map { $0["status"] }
      #expect(statuses == [200, 400, 422, 200, 200])
    }
    #expect(try await total() == 3)
  }

  @Test func `an event for a node that an earlier one has removed is refused`() async throws {
    let all = try replies(try await post([event("", "close"), event("data=1")]))
    #expect(all.map { $0["status"] } == [200, 410])
  }

  @Test(arguments: [
    ("[]", "1 to 32", 400), ("[{\"query\": \"node=count&event=add&id=1\"}]", "[0]", 422),
    ("[7]", "[0]", 422), ("[{\"query\": \"node=count&event=add\", \"body\": \"\"}]", "[0].query", 422),
    ("[{\"query\": \"a b\", \"body\": \"\"}]", "space", 400), ("[", "JSON", 400),
    ("[" + String(repeating: "{\"query\":\"id=1\",\"body\":\"\"},", count: 33) + "0]", "1 to 32", 400),
  ])
  func `what is no list of events is refused as a whole`(body: String, word: String, status: Int) async throws {
    let response = try await transport.reply(
      to: Request(
        .post, "/count/events", headers: [.accept: "application/json", .contentType: "application/json"],
        body: Array(body.utf8)))
    guard case .bytes(let bytes) = response.body else { return #expect(status == 0) }
    let problem = String(decoding: bytes, as: UTF8.self)
    #expect(response.status.code == status && problem.contains(word), "\(problem)")
    #expect(try await total() == 0)
  }

  @Test func `several events cannot be answered by a page, and come from no other site`() async throws {
    for accept in [MediaType.html, .turboStream] {
      #expect(try await post([event("data=1")], accept: accept).status.code == 406)
    }
    #expect(try await post([event("data=1"), event("data=1")], from: "cross-site").status.code == 403)
    #expect(try await total() == 0)
  }

  private struct Login: Codable, Hashable, Sendable { var name = "" }

  private struct Door: Content {
    static let enter = Event<String>("enter")
    static let note = Event<NoData>("note")
    var notes = ""
    var html: HTML {
      "<p>\(notes)</p><form \(Self.enter)><input name=\"data\"></form><button \(Self.note)>Note</button>"
    }
  }

  private final class Hall: ContainerModel {
    override func didLoad() {
      let door = CellModel(Door(), key: "door")
      add(door)
      on(Door.enter) { hall, name in
        guard let login = hall.session(Login.self), login.renew() else { return }
        login.update { $0.name = name }
      }
      on(Door.note) { hall in door.content.notes += (hall.session(Login.self)?.value.name ?? "?") + " " }
    }
  }

  @Test func `one that changes the session is the last, and the others come with the new cookie`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/hall", title: "Hall", scope: .browser) { Hall() }
    }
    let way = try InProcess(site.provideSession(Login(), as: "login"))
    let page = try await TestBrowser(over: way).open("/hall")
    let before = try #require(page.cookie)
    var headers: Headers = [
      .accept: MediaType.domPatch.description, .contentType: "application/json", "Sec-Fetch-Site": "same-origin",
      .cookie: before,
    ]
    let enter = event("data=Ann", "enter", node: "door")
    let (first, last) = (event("", "note", node: "door"), event("", "note", node: "door"))
    func post(_ events: [JSON]) async throws -> Response {
      try await way.reply(to: Request(.post, "/hall/events", headers: headers, body: JSON.array(events).bytes))
    }
    let response = try await post([first, enter, last])
    #expect(try replies(response).count == 2)
    let cookie = try #require(response.headers[.setCookie]?.split(separator: ";").first)
    #expect(String(cookie) != before)
    headers[.cookie] = String(cookie)
    // One alone is the answer to an array, too.
    #expect(try replies(try await post([last])).map { $0["body"] } == [[["=", "door", "0:0", " Ann "]]])
  }

  @Test func `after one that has to be sent again, none is handled`() async throws {
    var limits = Limits()
    (limits.pages.eventsPerSecond, limits.pages.eventBurst) = (1, 3)
    let clock = ManualClock()
    let transport = try InProcess(
      Site(limits: limits, log: .silent, clock: clock) { Page("/count", title: "Count") { Counter() } })
    let events: JSON = .array((0..<20).map { _ in event("data=1") })
    let response = try await transport.reply(
      to: Request(
        .post, "/count/events",
        headers: [.accept: "application/json", .contentType: "application/json", "Sec-Fetch-Site": "same-origin"],
        body: events.bytes))
    let statuses = try replies(response).compactMap { $0["status"] }
    #expect(statuses.last == 429 && statuses.dropLast().allSatisfy { $0 == 200 } && statuses.count < 20)
    #expect(try replies(response).last?["headers"]?["Retry-After"] != nil)
  }
}
