import EspalierTestSupport
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// One page with several lists in separate places.
@Suite struct RegionTests {
  private struct Line: Content, Identifiable {
    let id: Int
    var html: HTML { "<p>\(id)</p>" }
  }
  private struct Buttons: Content {
    static let more = Event<NoData>("more")
    static let drop = Event<NoData>("drop")
    var html: HTML { "<button \(Self.more)>More</button><button \(Self.drop)>Drop</button>" }
  }
  private final class Both: ContainerModel {
    private let lines = ContainerModel(ListSection("lines") { Line(id: 1) })
    override func didLoad() {
      add(CellModel(Buttons(), key: "buttons"))
      add(lines)
      on(Buttons.more) { $0.lines.add(Line(id: 2)) }
      on(Buttons.drop) { $0.remove($0.lines) }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func site(_ template: String) throws -> Site {
    try folder.write("two.html", template)
    return Site(templates: folder.path, log: .silent) { Page("/two", title: "Two", template: "two") { Both() } }
  }

  private let template =
    "<html><head><title>{{title}}</title></head><body><main>{{{regions.lines}}}</main><aside>{{{regions.buttons}}}</aside></body></html>"

  private func patch(_ transport: InProcess, _ event: String) async throws -> String {
    let headers: Headers = [.accept: MediaType.domPatch.description, .contentType: MediaType.form.description]
    let request = try Request(.post, "/two/events?node=buttons&event=\(event)", headers: headers, body: [])
    guard case .bytes(let bytes) = try await transport.reply(to: request).body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `each child of the root appears at its place in the template, after one form`() async throws {
    let html = try await TestPage.open("/two", over: InProcess(site(template))).html()
    let lists = html.split(separator: "<main>")[1]
    #expect(lists.hasPrefix("<form id=\"~form\""))
    #expect(
      lists.contains(
        "</form><div data-region id=\"lines\" class=\"ContainerModel\"><ul role=\"list\"><li id=\"lines/1\" class=\"Line\"><p>1</p></li></ul></div></main>"
      ))
    #expect(lists.contains("<aside><div data-region id=\"buttons\" class=\"Buttons\"><button"))
    #expect(!html.contains("~root"))
  }

  @Test func `changes inside a region are sent as usual, and a removed region leaves its place empty`()
    async throws
  {
    let transport = try InProcess(site(template))
    #expect(
      try await patch(transport, "more")
        == #"[["+","lines","<li id=\"lines/2\" class=\"Line\"><p>2</p></li>"]]"#)
    #expect(
      try await patch(transport, "drop")
        == #"[["=","lines","@class",""],["<","lines","<ul role=\"list\"></ul>"]]"#)
    let html = try await TestPage.open("/two", over: transport).html()
    #expect(html.contains("<div data-region id=\"lines\" class=\"\"><ul role=\"list\"></ul></div>"))
  }

  @Test func `a snapshot is one operation for each region`() async throws {
    let transport = try InProcess(site(template))
    let target = "/two/patches?format=json&dialect=dom&since=other.1"
    let response = try await transport.reply(to: try Request(.get, target, headers: [:], body: []))
    guard case .bytes(let bytes) = response.body else { return #expect(Bool(false)) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.contains(
        #"["!","<ul role=\"list\"><li id=\"lines/1\" class=\"Line\"><p>1</p></li></ul>","lines"],["=","lines","@class","ContainerModel"],["!","<button"#
      ))
  }

  @Test(arguments: [
    ("{{{regions.lines}}}", "its template has the regions lines, but its root has the children buttons, lines"),
    ("{{{regions.lines}}}{{{regions.buttons}}}{{{regions.log}}}", "the regions lines, buttons, log"),
    ("{{{regions.lines}}}{{{regions.lines}}}{{{regions.buttons}}}", "once"),
    ("{{{regions.lines}}}{{{content}}}", "once"), ("<p>nothing</p>", "{{{content}}}"),
  ])
  func `a template whose regions are not the root's children is a startup error`(template: String, reason: String)
    throws
  {
    let error = #expect(throws: SiteError.self) { try site(template).check() }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }
}
