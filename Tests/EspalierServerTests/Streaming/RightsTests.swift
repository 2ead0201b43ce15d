import Espalier
import EspalierLocks
import EspalierServerTestSupport
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Rights that end: streams, requests that wait and dialogs end with them.
@Suite struct RightsTests {
  struct Login: Codable, Hashable, Sendable { var name = "" }

  struct Member: Identifiable, Sendable {
    let id: String
    var isStaff = true
  }

  struct Note: Content, Identifiable {
    static let write = Event<String>("write")
    static let ask = Event<NoData>("ask")
    var id: String { "note" }
    var text = ""
    var html: HTML { "\(text)<button \(Self.write, sends: "x")>Write</button><button \(Self.ask)>Ask</button>" }
  }

  final class Board: ContainerModel {
    private let note = CellModel(Note())
    override func didLoad() {
      add(note)
      on(Note.write) { $0.note.content.text = $1 }
      on(Note.ask) { board, _ in
        board.present(.alert("Sure?", actions: [.init("yes", "Yes")])) { board, _ in
          board.note.content.text = "answered"
        }
      }
    }
  }

  /// The people who may see the board.
  private let members = Lock(["ann": Member(id: "ann"), "bob": Member(id: "bob")])
  private let clock = ManualClock()
  private let site: Site

  init() {
    let members = members
    site = Site(templates: "none", files: "none", log: .silent, clock: clock) {
      Page("/board", title: "Board") { Board() }.requiring(Member.self) { $0.isStaff }
      Page("/open", title: "Open") { Board() }
      Page("/own", title: "Own", scope: .browser) { Board() }.requiring(Member.self) { $0.isStaff }
      Route(.post, "/enter") { request in
        request.session(Login.self)?.update { $0.name = request.query["name"] ?? "" }
        return .text("done")
      }
    }.provideSession(Login(), as: "login").identify(by: Login.self) { login in members.withLock { $0[login.name] } }
  }

  private final class Browser {
    let site: Site
    let cookie: String
    init(_ site: Site) async throws {
      self.site = site
      let page = try await reply(of: site, to: Request(.get, "/open"))
      cookie = try #require(page.headers[.setCookie]?.part(after: "", before: ";"))
    }

    func request(
      _ method: EspalierHTTP.Method, _ target: String, _ body: JSON? = nil, accept: String = "application/json"
    )
      throws -> Request
    {
      let headers: Headers = [.accept: accept, .contentType: "application/json", .cookie: cookie]
      return try Request(method, target, headers: headers, body: body?.bytes ?? [])
    }

    func enter(_ name: String) async throws {
      #expect(try await reply(of: site, to: request(.post, "/enter?name=\(name)")).status == .ok)
    }

    @discardableResult
    func send(_ event: String, data: JSON = .null, node: String = "note", on path: String = "/board") async throws
      -> Response
    {
      let body: JSON = ["node": .string(node), "event": .string(event), "data": data, "id": .string(RandomID.next())]
      return try await reply(of: site, to: request(.post, path + "/events", body))
    }

    func follow(_ path: String = "/board") async throws -> Response {
      try await reply(of: site, to: request(.get, path + "/patches", accept: "text/event-stream"))
    }

    func stream(_ path: String = "/board") async throws -> EventStream {
      let response = try await follow(path)
      guard case .stream(let stream) = response.body else { throw Missing(status: response.status.code) }
      return stream
    }
  }

  private struct Missing: Error { let status: Int }

  private static func text(_ stream: EventStream) -> String {
    var bytes: [UInt8] = []
    while case .bytes(let some) = stream.take(atMost: 1 << 20, park: nil) { bytes += some }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["/board", "/own"])
  func `a session that is emptied ends the streams of its browser, and of no other`(path: String) async throws {
    let (ann, bob) = (try await Browser(site), try await Browser(site))
    try await ann.enter("ann")
    try await bob.enter("bob")
    _ = try await reply(of: site, to: ann.request(.get, path))
    _ = try await reply(of: site, to: bob.request(.get, path))
    let (hers, his, open) = (try await ann.stream(path), try await bob.stream(path), try await ann.stream("/open"))
    // A session that changes, and still names somebody, ends nothing.
    try await ann.enter("bob")
    try await ann.enter("ann")
    #expect(await site.core.surroundings.unfinished.ends(within: .seconds(30)))
    #expect(hers.isOpen)
    try await ann.enter("")
    try await until { !hers.isOpen }
    #expect(Self.text(hers).contains("event: bye") && his.isOpen && open.isOpen)
    #expect(try await ann.follow(path).status == .unauthorized)
  }

  @Test func `a person who loses a role gets no further patch, and the stream ends`() async throws {
    let (ann, bob) = (try await Browser(site), try await Browser(site))
    try await ann.enter("ann")
    try await bob.enter("bob")
    let (hers, his) = (try await ann.stream(), try await bob.stream())
    members.withLock { $0["ann"]?.isStaff = false }
    #expect(try await bob.send("write", data: "secret").status == .ok)
    #expect(Self.text(his).contains("secret"))
    try await until { !hers.isOpen }
    #expect(!Self.text(hers).contains("secret"))
    #expect(try await ann.follow().status == .forbidden)
  }

  @Test func `a silent stream is asked at each heartbeat`() async throws {
    let ann = try await Browser(site)
    try await ann.enter("ann")
    let hers = try await ann.stream()
    members.withLock { $0["ann"] = nil }
    #expect(hers.isOpen)
    hers.beat(each: .seconds(20))
    try await until { !hers.isOpen }
  }

  @Test(arguments: [true, false])
  func `a request that names the person is asked again, once in each heartbeat`(keepsSessions: Bool) async throws {
    let passwords = Lock(["ann": 1])
    let site = Site(templates: "none", files: "none", log: .silent, clock: clock) {
      Page("/board", title: "Board") { Board() }.requiring(Member.self)
    }.identify { request in
      passwords.withLock { known in request.headers["X-Name"].flatMap { known[$0] == nil ? nil : Member(id: $0) } }
    }
    if keepsSessions { site.provideSession(Login(), as: "login") }
    let headers: Headers = [
      .accept: "text/event-stream", "X-Name": "ann", .cookie: "espalier=\(RandomID.next())",
    ]
    let response = try await reply(of: site, to: Request(.get, "/board/patches", headers: headers))
    guard case .stream(let stream) = response.body else { throw Missing(status: response.status.code) }
    passwords.withLock { $0 = [:] }
    stream.beat(each: .seconds(20))
    #expect(await site.core.surroundings.unfinished.ends(within: .seconds(30)))
    #expect(stream.isOpen, "the time of a heartbeat is not over")
    clock.advance(by: .seconds(20))
    stream.beat(each: .seconds(20))
    try await until { !stream.isOpen }
  }

  @Test(arguments: ["/board", "/own"])
  func `a request that waits for patches is refused when its right ends`(path: String) async throws {
    let ann = try await Browser(site)
    try await ann.enter("ann")
    let page = try await reply(of: site, to: ann.request(.get, path))
    let version = try #require(page.headers[.etag]?.part(after: "\"", before: "\""))
    let poll = try ann.request(.get, "\(path)/patches?since=\(version)&wait=20")
    async let answer = reply(of: site, to: poll)
    try await until { site.core.instances.all.contains { $0.isFollowed } }
    try await ann.enter("")
    #expect(await answer.status == .unauthorized)
    #expect(!site.core.instances.all.contains { $0.isFollowed })
  }

  @Test func `only the browser that was asked may answer a dialog of a shared page`() async throws {
    let (ann, bob) = (try await Browser(site), try await Browser(site))
    let asked = try JSON(parsing: await ann.send("ask", on: "/open").body.collected)
    let dialog = try #require(asked["effects"]?[0]?["dialog"]?.text)
    let press: JSON = ["dialog": .string(dialog), "action": "yes"]
    func text() async throws -> String? {
      try JSON(parsing: await reply(of: site, to: ann.request(.get, "/open")).body.collected)["children"]?[0]?[
        "model"]?[
          "text"]?.text
    }
    try await bob.send("~dialog", data: press, node: "", on: "/open")
    #expect(try await text() == "")
    // Without a cookie neither.
    let body: JSON = ["node": "", "event": "~dialog", "data": press, "id": .string(RandomID.next())]
    let headers: Headers = [.accept: "application/json", .contentType: "application/json"]
    _ = try await reply(of: site, to: Request(.post, "/open/events", headers: headers, body: body.bytes))
    #expect(try await text() == "")
    try await ann.send("~dialog", data: press, node: "", on: "/open")
    #expect(try await text() == "answered")
  }
}
