import EspalierServerTestSupport
import Espalier
import EspalierTesting
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// What viewers report and which effects happen in their windows, over HTTP.
@Suite struct VisibilityReportTests {
  private struct Line: Content, Identifiable {
    static let jump = Event<NoData>("jump")
    static let later = Event<NoData>("later")
    let id: Int
    var seen = 0
    var visibility: Visibility? { id < 3 ? .inView : nil }
    var html: HTML {
      "<p>\(seen)</p><button \(Self.jump)>Jump \(id)</button><button \(Self.later)>Later \(id)</button>"
    }
  }

  private final class LineModel: CellModel<Line> {
    override func didAppear() { content.seen += 1 }
  }

  private final class Lines: ContainerModel {
    override func didLoad() {
      add((0..<4).map { LineModel(Line(id: $0)) })
      on(Line.jump) { list in
        list.children[3].scrollIntoView(.center)
        list.children[2].focus()
      }
      on(Line.later) { list in
        list.task {
          await Task.yield()
        } then: { list, _ in
          list.children[1].scrollIntoView(.start)
        }
      }
    }
  }

  private let transport: InProcess

  init() throws { transport = try InProcess(Site(log: .silent) { Page("/lines", title: "Lines") { Lines() } }) }

  private func post(_ body: String, accept: MediaType = .json, _ more: Headers = [:]) async throws -> (Int, String) {
    var headers: Headers = [.accept: accept.description, .contentType: MediaType.json.description]
    for field in more.fields { headers.append(field.name, field.value) }
    return text(
      try await transport.reply(to: Request(.post, "/lines/events", headers: headers, body: Array(body.utf8))))
  }

  private func text(_ response: Response) -> (Int, String) {
    guard case .bytes(let bytes) = response.body else { return (response.status.code, "") }
    return (response.status.code, String(decoding: bytes, as: UTF8.self))
  }

  private func patches(_ dialect: String = "dom") async throws -> String {
    let target = "/lines/patches?format=json&dialect=\(dialect)&last=1"
    return text(try await transport.reply(to: Request(.get, target, headers: [.accept: "application/json"]))).1
  }

  private let report =
    #"{"node": "", "event": "visibility", "data": {"appeared": ["2", "0"]}, "id": "0123456789abcdef"}"#

  @Test func `a report is one event, one version and one patch, and counts once`() async throws {
    let before = try await TestPage.open("/lines", over: transport).version
    let reply = try await post(report, accept: .domPatch)
    #expect(reply == (200, #"[["=","0","0:0","1"],["=","2","0:0","1"]]"#))
    #expect(try await post(report, accept: .domPatch) == reply)
    let page = try await TestPage.open("/lines", over: transport)
    #expect(page["0"]?["seen"] == 1 && page["1"]?["seen"] == 0)
    #expect(before.hasSuffix(".0") && page.version.hasSuffix(".1"))
  }

  /// Lets time pass until the pages of a site show something.
  private func passes(_ clock: ManualClock, _ transport: InProcess, _ holds: (TestPage) -> Bool) async throws {
    try await until {
      clock.advance(by: .seconds(1))
      return holds(try await TestPage.open("/room", over: transport))
    }
  }

  private struct Row: Content, Identifiable {
    let id: Int
    var viewers = 0
    var visibility: Visibility? { .inView }
    var html: HTML { "<p>\(viewers)</p>" }
  }

  private final class RowModel: CellModel<Row> {
    override func didAppear() { content.viewers = viewerCount }
    override func didDisappear() { content.viewers = viewerCount }
  }

  private struct Names: Content {
    var names: [String] = []
    var html: HTML { "<p>\(names.joined(separator: ", "))</p>" }
  }

  private final class Room: ContainerModel {
    override func didLoad() {
      let names = CellModel(Names(), key: "names")
      add([names, RowModel(Row(id: 1))])
      listen(toViewersAs: { $0.identity(Member.self)?.id }) { names.content.names = $1 }
    }
  }

  private struct Member: Identifiable, Sendable { let id: String }

  @Test func `who looks is known as long as their browser follows the page`() async throws {
    let clock = ManualClock()
    let site = Site(log: .silent, clock: clock) { Page("/room", title: "Room") { Room() } }
      .identify { request in request.headers["X-Name"].map { Member(id: $0) } }
    let transport = try InProcess(site)
    func headers(_ name: String, _ accept: String) -> Headers {
      [.accept: accept, "X-Name": name, .cookie: "espalier=" + (browsers[name] ?? ""), "Sec-Fetch-Site": "same-origin"]
    }
    let browsers = ["ada": RandomID.next(), "alan": RandomID.next()]
    func follow(_ name: String) async throws -> EventStream {
      let reply = try await transport.reply(
        to: Request(.get, "/room/patches?last=1", headers: headers(name, "text/event-stream")))
      guard case .stream(let stream) = reply.body else { throw HTTPError(status: reply.status, "no stream") }
      return stream
    }
    func look(_ name: String) async throws {
      var headers = headers(name, "application/json")
      headers[.contentType] = MediaType.form.description
      let target = "/room/events?node=&event=visibility&id=\(RandomID.next())"
      let body = Array("appeared=1&viewer=w".utf8)
      #expect(try await transport.reply(to: Request(.post, target, headers: headers, body: body)).status == .ok)
    }
    func room() async throws -> (names: JSON?, viewers: JSON?) {
      let page = try await TestPage.open("/room", over: transport)
      return (page["names"]?["names"], page["1"]?["viewers"])
    }
    let ada = try await follow("ada")
    var alan = try await follow("alan")
    for name in ["ada", "alan"] { try await look(name) }
    #expect(try await room() == (["ada", "alan"], 2))
    // A connection that begins again within some seconds changes nothing.
    alan.finish(.gone)
    clock.advance(by: .seconds(3))
    alan = try await follow("alan")
    clock.advance(by: .seconds(10))
    #expect(try await room() == (["ada", "alan"], 2))
    ada.finish(.gone)
    try await passes(clock, transport) { $0["1"]?["viewers"] == 1 && $0["names"]?["names"] == ["alan"] }
    // A client without a stream that reports what it sees.
    try await look("ada")
    #expect(try await room() == (["alan"], 2))
    try await passes(clock, transport) { $0["1"]?["viewers"] == 1 }
    #expect(alan.isOpen)
  }

  @Test func `a report about a row that did not ask for it, or from another site, is refused`() async throws {
    let (status, problem) = try await post(#"{"node": "", "event": "visibility", "data": {"appeared": ["0", "3"]}}"#)
    #expect(status == 422 && problem.contains(#""field":"data.appeared""#) && problem.contains("unknown-event"))
    let foreign: Headers = ["Origin": "http://there", .host: "here", "Sec-Fetch-Site": "cross-site"]
    #expect(try await post(report, foreign).0 == 403)
    #expect(try await post(#"{"node": "", "event": "visibility", "data": {"appeared": "0"}}"#).0 == 400)
    #expect(try await TestPage.open("/lines", over: transport)["0"]?["seen"] == 0)
  }

  @Test func `a scroll and a focus go only to the client that sent the event`() async throws {
    let jump = #"{"node": "0", "event": "jump"}"#
    let ops = #"[["@","3","scroll","center","smooth"],["@","2","focus"]]"#
    #expect(try await post(jump, accept: .domPatch) == (200, ops))
    let receipt = try await post(jump).1
    #expect(receipt.contains(#""patch":[],"effects":[{"effect":"scroll","node":"3","to":"center","smooth":true},"#))
    #expect(try await post(jump, accept: .jsonPatch) == (200, "[]"))
    #expect(try await post(jump, accept: .turboStream) == (200, ""))
    #expect(try await patches().contains(#""patches":[]"#), "it makes no version")
  }

  @Test func `a repeated event gets its effects again`() async throws {
    let jump = #"{"node": "0", "event": "jump", "id": "j"}"#
    #expect(try await post(jump, accept: .domPatch) == post(jump, accept: .domPatch))
  }

  @Test func `effects of a task go to all viewers, as a version`() async throws {
    #expect(try await post(#"{"node": "0", "event": "later"}"#, accept: .domPatch) == (200, "[]"))
    var found = ""
    try await until {
      found = try await patches()
      return found.contains("scroll")
    }
    #expect(found.contains(#""patch":[["@","1","scroll","start","smooth"]]"#))
    #expect(try await patches("json-patch").contains(#""patch":[]"#))
    let late = try await transport.reply(
      to: Request(.get, "/lines/patches?format=json&since=old.1", headers: [.accept: "application/json"]))
    #expect(text(late).1.contains("snapshot") && !text(late).1.contains("scroll"))
  }

  @Test func `without JavaScript the redirect leads to the row`() async throws {
    var browser = PlainBrowser(transport)
    try await browser.open("/lines")
    let form = try browser.form(pressing: "Jump 0")
    let headers: Headers = [
      .accept: MediaType.html.description, .contentType: MediaType.form.description, "Origin": "http://here",
      .host: "here",
    ]
    let response = try await transport.reply(
      to: Request(.post, form.action, headers: headers, body: Array(form.body.utf8)))
    #expect(response.status == .seeOther && response.headers[.location] == "/lines#2")
  }
}
