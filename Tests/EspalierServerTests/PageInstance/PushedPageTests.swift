import EspalierTestSupport
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Pushes of a served page: changes by tasks and the site while no client waits for a reply.
@Suite struct PushedPageTests {
  private struct Line: Content {
    static let set = Event<String>("set")
    var text = ""
    var html: HTML { "<p>\(text)</p><button \(Self.set, sends: "x")>Set</button>" }
  }

  private final class Lines: ContainerModel {
    static let text = SharedData<String>("text")
    let line = CellModel(Line())
    override func didLoad() {
      add(line)
      line.subscribe(to: Self.text) { line, text in
        line.content.text = text
        if text == "gong" { line.showNotice("The gong sounds") }
      }
      on(Line.set) { lines, text in
        lines.line.content.text = text
        if text == "x" { lines.afterUpdate { $0.line.content.text += ", sent" } }
      }
    }
  }

  private let clock = ManualClock()
  private let site: Site
  private let instance: PageInstance

  init() throws {
    site = Site(templates: "none", files: "none", log: .silent, clock: clock) {
      Page("/lines", title: "Lines") { Lines() }
    }
    instance = try site.core.instance(of: #require(try site.core.page(at: "/lines")))
  }

  /// Waits for the work of other threads.
  private func until(_ holds: @Sendable (isolated PageInstance) -> Bool) async throws {
    try await EspalierTestSupport.until { await instance.holds(holds) }
  }

  private func share(_ text: String) async throws {
    site.share(text, to: Lines.text)
    try await until { ($0.tree.root as? Lines)?.line.content.text == text }
  }

  @Test func `many shares in one window are two patches, and the last one has the last value`() async throws {
    for number in 1...20 { try await share("\(number)") }
    #expect(await instance.version.number == 1)
    await clock.advance(by: .milliseconds(50), whenAsleep: 1)
    try await until { $0.version.number == 2 }
    let patches = await instance.catchUp
    #expect(patches.contains("\"1\"") && patches.contains("\"20\"") && !patches.contains("\"19\""))
  }

  @Test func `reading the page or sending an event includes the waiting changes`() async throws {
    try await share("1")
    try await share("2")
    #expect(await instance.version.number == 1)
    let page = try await TestPage.open("/lines", over: InProcess(site))
    #expect(page["line"]?["text"] == "2")
    #expect(await instance.version.number == 2)
    try await share("3")
    #expect(await instance.version.number == 2)
    try await page.send("set", from: "line", data: "4")
    #expect(page["line"]?["text"] == "4")
  }

  /// A repeated event is answered from what the first one left, and takes nothing that waits for somebody else.
  @Test func `a notice that waits with its changes is not lost when an event is repeated`() async throws {
    let event = try Request(
      .post, "/lines/events", headers: [.accept: "application/json", .contentType: "application/json"],
      body: Array(#"{"id":"00000000-0000-0000-0000-000000000001","node":"line","event":"set","data":"a"}"#.utf8))
    let transport = try InProcess(site)
    let first = try await transport.reply(to: event)
    #expect(first.status == .ok)
    // The first push is sent at once, and those soon after it wait.
    try await share("one")
    try await share("gong")
    let notice = "The gong sounds"
    #expect(await !instance.domCatchUp.contains(notice))
    let again = try await transport.reply(to: event)
    #expect(again.status == .ok)
    clock.advance(by: .milliseconds(50))
    try await until { $0.domCatchUp.contains(notice) }
  }

  @Test func `a completion comes after the reply and has its own version`() async throws {
    let page = try await TestPage.open("/lines", over: InProcess(site))
    let receipt = try await page.send("set", from: "line")
    #expect(receipt.document["version"]?.text?.hasSuffix(".1") == true)
    try await until { $0.version.number == 2 }
    try await page.reload()
    #expect(page["line"]?["text"] == "x, sent")
  }
}

extension PageInstance {
  fileprivate func holds(_ what: @Sendable (isolated PageInstance) -> Bool) -> Bool { what(self) }
  fileprivate var catchUp: String { catchUp(.jsonPatch) }
  /// With the effects, which a JSON Patch does not have.
  fileprivate var domCatchUp: String { catchUp(.dom) }
  private func catchUp(_ dialect: Dialect) -> String {
    String(decoding: publisher.catchUpDocument(since: .last(9), dialect).collected, as: UTF8.self)
  }
}
