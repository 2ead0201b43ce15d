import Espalier
import EspalierServerTestSupport
import EspalierTesting
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// What a handler can do for the viewer of the page besides changing the list: lead to another page, show a notice, and
/// set the title and status.
@Suite struct NavigationTests {
  struct RoomURL: SiteURL {
    static let path = "/room/{name}"
    var name: String
    var floor: Int?
  }

  struct Door: Content {
    static let open = Event<String>("open")
    static let paint = Event<String>("paint")
    static let knock = Event<NoData>("knock")
    static let close = Event<NoData>("close")
    var html: HTML {
      """
      <button \(Self.open, sends: "/room/attic?floor=3")>Open</button><button \(Self.paint, sends: "Red")>Paint</button>
      <button \(Self.knock)>Knock</button><button \(Self.close)>Close</button>
      """
    }
  }

  final class Room: ContainerModel {
    init(_ room: RoomURL) {
      super.init()
      pageInfo.title = "The \(room.name)"
      add(CellModel(Door(), key: "door"))
      on(Door.open) { room, url in
        room.showNotice("Mind the <step>")
        room.navigate(to: url)
      }
      on(Door.paint) { $0.pageInfo.title = $1 }
      on(Door.knock) { room, _ in
        room.task({ "cellar" }) { $0.navigate(to: RoomURL(name: $1)) }
      }
      on(Door.close) { room, _ in room.pageInfo.status = .gone }
    }
  }

  private func site() -> Site {
    Site(templates: "none", files: "none", log: .silent) {
      Page(RoomURL.self, title: "Room", scope: .browser) { Room($0) }
      Page("/hall", title: "Hall") { ContainerModel() }
    }
  }

  private func post(
    _ event: String, data: JSON = .null, accept: String, over transport: InProcess
  ) async throws -> Response {
    let body: JSON = ["node": "door", "event": .string(event), "data": data]
    return try await transport.reply(
      to: Request(
        .post, "/room/hall/events",
        headers: [.accept: accept, .contentType: "application/json", .cookie: "espalier=\(Self.browser)"],
        body: body.bytes))
  }

  private static let browser = String(repeating: "a", count: 32)
  private static let dom = "application/vnd.espalier.patch+json"

  private func text(_ response: Response) -> String { String(decoding: response.body.collected, as: UTF8.self) }

  @Test func `the title follows the page in its document, in patches and in snapshots`() async throws {
    let transport = try InProcess(site())
    var browser = PlainBrowser(transport)
    try await browser.open("/room/hall")
    #expect(browser.html.contains("<title>The hall</title>") && browser.html.contains("data-title=\"The hall\""))
    try await browser.press("Paint")
    #expect(browser.html.contains("<title>Red</title>"))
    _ = try await post("paint", data: "A <b> & c", accept: Self.dom, over: transport)
    let page = try await transport.reply(
      to: Request(.get, "/room/hall", headers: [.accept: "text/html", .cookie: "espalier=\(Self.browser)"]))
    #expect(text(page).contains("<title>A &lt;b&gt; &amp; c</title>"))
    let patch = text(try await post("paint", data: "Blue", accept: Self.dom, over: transport))
    #expect(patch == #"[["@","","title","Blue"]]"#)
    // The same title again is no change.
    #expect(text(try await post("paint", data: "Blue", accept: Self.dom, over: transport)) == "[]")
    let receipt = try JSON(
      parsing: try await post("paint", data: "Green", accept: "application/json", over: transport).body.collected)
    #expect(receipt["title"] == "Green" && receipt["patch"] == [])
    let snapshot = try await transport.reply(
      to: Request(
        .get, "/room/hall/patches?format=json&dialect=dom",
        headers: [.cookie: "espalier=\(Self.browser)"]))
    #expect(text(snapshot).contains(#"["@","","title","Green"]"#))
  }

  @Test func `a page that is gone has the status 410, and never 304`() async throws {
    let transport = try InProcess(site())
    var browser = PlainBrowser(transport)
    try await browser.open("/room/hall")
    #expect(browser.status == 200)
    try await browser.press("Close")
    #expect(browser.status == 410 && browser.html.contains("Open"))
    let again = try await transport.reply(
      to: Request(
        .get, browser.address,
        headers: [.accept: "text/html", .cookie: browser.cookie ?? "", "If-None-Match": "*"]))
    #expect(again.status.code == 410)
  }

  @Test func `without JavaScript, a handler leads to another page, which shows the notice once`() async throws {
    let transport = try InProcess(site())
    var browser = PlainBrowser(transport)
    try await browser.open("/room/hall")
    try await browser.press("Open")
    #expect(browser.address == "/room/attic?floor=3")
    #expect(browser.html.contains("<p class=\"e-notice\" role=\"status\">Mind the &lt;step&gt;</p>"))
    try await browser.open("/room/attic?floor=3")
    #expect(browser.status == 200 && !browser.html.contains("e-notice"))
  }

  @Test func `without JavaScript, a task that the event started can lead to another page, too`() async throws {
    var browser = PlainBrowser(try InProcess(site()))
    try await browser.open("/room/hall")
    try await browser.press("Knock")
    #expect(browser.address == "/room/cellar")
  }

  @Test func `the browser's patch and the receipt have the effects; Turbo follows a redirect`() async throws {
    let transport = try InProcess(site())
    let patch = text(try await post("open", data: "/hall", accept: Self.dom, over: transport))
    #expect(patch == ##"[["@","","notice","Mind the <step>"],["@","","navigate","/hall"]]"##)
    let receipt = try JSON(
      parsing: try await post("open", data: "/hall", accept: "application/json", over: transport).body.collected)
    #expect(
      receipt["effects"] == [["effect": "notice", "text": "Mind the <step>"], ["effect": "navigate", "url": "/hall"]])
    let turbo = try await post("open", data: "/hall", accept: "text/vnd.turbo-stream.html", over: transport)
    #expect(turbo.status == .seeOther && turbo.headers[.location] == "/hall")
  }

  @Test(arguments: [
    "//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "hall", "", "/a\tb", "/a b",
  ])
  func `a handler cannot lead to another site`(url: String) async throws {
    let transport = try InProcess(site())
    let patch = text(try await post("open", data: .string(url), accept: Self.dom, over: transport))
    #expect(!patch.contains("navigate"))
    let reply = try await post("open", data: .string(url), accept: "text/html", over: transport)
    #expect(reply.headers[.location]?.hasPrefix("/room/hall") == true)
  }

  @Test func `notices wait for a minute, and for a limited number of browsers`() {
    let notices = Notices()
    notices.add([.text("one")], for: "a", at: .zero)
    notices.add([.text("two")], for: "a", at: .seconds(1))
    #expect(notices.take(for: "b", at: .zero).isEmpty && notices.take(for: nil, at: .zero).isEmpty)
    #expect(notices.take(for: "a", at: .seconds(2)) == [.text("one"), .text("two")])
    #expect(notices.take(for: "a", at: .seconds(2)).isEmpty)
    notices.add([.text("late")], for: "a", at: .zero)
    #expect(notices.take(for: "a", at: .seconds(60)).isEmpty)
    for number in 0..<100 { notices.add([.text("\(number)")], for: "many", at: .zero) }
    #expect(notices.take(for: "many", at: .zero) == (92..<100).map { .text("\($0)") })
    notices.add([.text("nobody’s")], for: nil, at: .zero)
    for number in 0..<1_500 { notices.add([.text("x")], for: "b\(number)", at: .zero) }
    #expect(notices.take(for: "b999", at: .zero) == [.text("x")] && notices.take(for: "b1000", at: .zero).isEmpty)
    notices.add([.text("x")], for: "later", at: .seconds(61))
    #expect(notices.take(for: "later", at: .seconds(61)) == [.text("x")])
  }
}
