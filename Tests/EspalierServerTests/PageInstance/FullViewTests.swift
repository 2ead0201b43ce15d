import EspalierServerTestSupport
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The view `?view=full` of a page (A66).
@Suite struct FullViewTests {
  private struct Line: Content, Identifiable {
    static let add = Event<NoData>("add")
    let id: Int
    var html: HTML { "<p>\(id)</p><button \(Self.add)>Add</button>" }
  }

  private final class Lines: ContainerModel {
    override func didLoad() {
      add(Line(id: 1))
      let tool = CellModel(Line(id: 2))
      tool.isExported = false
      add(tool)
      on(Line.add) { $0.add(Line(id: 3)) }
    }
  }

  private let site = Site(templates: "none", files: "none", log: .silent) {
    Page("/lines", title: "Lines", scope: .browser) { Lines() }
  }

  private func reply(_ target: String, accept: MediaType = .html) async throws -> Response {
    try await InProcess(site).reply(to: Request(.get, target, headers: [.accept: accept.description], body: []))
  }

  private func text(_ response: Response) -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the full view has no stream, leaves out cells that are not exported, and has no script`() async throws {
    let (full, live) = (try await reply("/lines?view=full"), try await reply("/lines"))
    #expect(text(full).contains("<p>1</p>") && !text(full).contains("<p>2</p>"))
    #expect(!text(full).contains("data-patches") && !text(full).contains("<script") && !text(full).contains("<nav"))
    #expect(text(live).contains("data-patches") && text(live).contains("<script") && text(live).contains("<p>2</p>"))
    #expect(full.headers[.etag] != live.headers[.etag])
  }

  @Test func `its buttons work as on a page without JavaScript`() async throws {
    var browser = try PlainBrowser(InProcess(site))
    try await browser.open("/lines?view=full")
    try await browser.press("Add")
    #expect(!browser.address.contains("view") && browser.html.contains("<p>3</p>"))
    try await browser.open("/lines?view=full")
    #expect(browser.html.contains("<p>3</p>"))
  }

  @Test func `as JSON it has the same nodes`() async throws {
    let document = text(try await reply("/lines?view=full", accept: .json))
    #expect(document.contains("\"id\":\"1\"") && !document.contains("\"id\":\"2\""))
  }

  @Test func `any other view is refused with the parameter's name`() async throws {
    let response = try await reply("/lines?view=whole")
    #expect(response.status.code == 422)
    #expect(text(response).contains("view"))
  }
}
