import Espalier
import EspalierServerTestSupport
import EspalierTestSupport
@testable import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Who sees a dialog, and what a press in it does, over HTTP.
@Suite struct DialogPageTests {
  private struct Plant: Content, Identifiable {
    static let remove = Event<Int>("remove", in: 1...9)
    let id: Int
    var html: HTML { "<button \(Self.remove, sends: id)>Remove \(id)</button>" }
  }

  private final class Bed: ContainerModel {
    override func didLoad() {
      add((1...3).map { Plant(id: $0) })
      on(Plant.remove) { bed, id in
        let actions: [Dialog.Action] = [.init("yes", "Yes", .destructive), .init("no", "No", .cancel)]
        bed.present(.alert("Remove <\(id)>?", "For ever.", actions: actions)) { bed, action in
          if action == "yes" { bed.children.first { $0.key == "\(id)" }.map(bed.remove) }
        }
      }
    }
  }

  private func site(_ scope: Page.Scope = .shared, store: MemoryStore? = nil) -> Site {
    Site(templates: "none", files: "none", store: store.map { PageStore($0) }, log: .silent) {
      Page("/bed", title: "Bed", scope: scope) { Bed() }
    }
  }

  @Test func `on a shared page only the sender of the event gets the dialog`() async throws {
    let way = try InProcess(site())
    let (ann, bob) = (try await TestPage.open("/bed", over: way), try await TestPage.open("/bed", over: way))
    let receipt = try await ann.send("remove", from: "2")
    let dialog = try #require(receipt.dialogs.first)
    #expect(dialog.title == "Remove <2>?" && dialog.message == "For ever." && dialog.style == .alert)
    #expect(dialog.actions.map(\.id) == ["yes", "no"] && receipt.changed == [])
    let news = try await bob.send("remove", from: "1")
    #expect(news.dialogs.map(\.title) == ["Remove <1>?"], "the next event of somebody else has its own dialog only")
    for html in [try await bob.html(), try await ann.html()] { #expect(!html.contains("<dialog")) }
    let pressed = try await ann.press("yes", in: dialog)
    #expect(pressed.changed == ["2"] && ann["2"] == nil)
    #expect(pressed.document["effects"]?[0]?["effect"] == "dismiss" && pressed.handledBy == [""])
    let again = try await ann.press("yes", in: dialog)
    #expect(again.changed == [])
    #expect(again.document["effects"]?[1]?["text"] == "This question is over, so nothing has changed.")
  }

  @Test func `a press with the id of an earlier one has no second effect`() async throws {
    let way = try InProcess(site())
    let page = try await TestPage.open("/bed", over: way)
    let dialog = try #require(try await page.send("remove", from: "2").dialogs.first)
    var replies: [JSON] = []
    for _ in 1...2 {
      let data: JSON = ["dialog": dialog.json["dialog"] ?? .null, "action": "yes"]
      let body: JSON = ["node": "", "event": "~dialog", "data": data, "id": "0123456789abcdef0123456789abcdef"]
      let headers: Headers = [
        .accept: "application/json", .contentType: "application/json", .cookie: try #require(page.cookie),
      ]
      let reply = try await way.reply(to: Request(.post, "/bed/events", headers: headers, body: body.bytes))
      replies.append(try JSON(parsing: reply.body.collected)["effects"] ?? .null)
    }
    #expect(replies[0] == replies[1] && replies[0][0]?["effect"] == "dismiss" && replies[0][1] == nil)
  }

  @Test func `an action that the dialog does not have is answered 422`() async throws {
    let page = try await TestPage.open("/bed", over: InProcess(site()))
    let dialog = try #require(try await page.send("remove", from: "2").dialogs.first)
    await #expect {
      try await page.press("maybe", in: dialog)
    } throws: {
      "\($0)".contains("must be one of yes, no") && "\($0)".contains("422")
    }
  }

  @Test(arguments: [Page.Scope.shared, .browser, .tab])
  func `without JavaScript the dialog is on the page that answers the form, once`(scope: Page.Scope) async throws {
    let way = try InProcess(site(scope))
    var (browser, other) = (PlainBrowser(way), PlainBrowser(way))
    try await browser.open("/bed")
    try await other.open("/bed")
    try await browser.press("Remove 2")
    #expect(browser.status == 200 && browser.html.contains("Remove &lt;2&gt;?</h2>"))
    try await other.open(other.address)
    #expect(!other.html.contains("<dialog"))
    let form = try browser.form(pressing: "Yes")
    try await browser.press("Yes")
    #expect(!browser.html.contains("<dialog") && !browser.html.contains("Remove 2"))
    #expect(browser.html.contains("Remove 3"))
    // "Back" shows the old page, and its load tells a repeat from a new press.
    try await browser.send(form)
    #expect(browser.status == 200 && browser.html.contains("Remove 3"))
  }

  @Test func `without JavaScript a press in an old dialog says that it is over`() async throws {
    var browser = PlainBrowser(try InProcess(site()))
    try await browser.open("/bed")
    try await browser.press("Remove 2")
    let yes = try browser.form(pressing: "Yes")
    try await browser.press("No")
    try await browser.send(yes)
    #expect(browser.html.contains("This question is over, so nothing has changed."))
    #expect(browser.html.contains("Remove 2"))
  }

  @Test func `after a restart an old dialog is over`() async throws {
    let store = MemoryStore()
    let dialog = try #require(
      try await TestPage.open("/bed", over: InProcess(site(store: store))).send("remove", from: "2").dialogs.first)
    let page = try await TestPage.open("/bed", over: InProcess(site(store: store)))
    let receipt = try await page.press("yes", in: dialog)
    #expect(receipt.changed == [] && page["2"] != nil)
    #expect(receipt.document["effects"]?[1]?["text"] == "This question is over, so nothing has changed.")
  }

  @Test func `the browser's patch has the markup of the dialog, and Turbo loads the page with it`() async throws {
    let way = try InProcess(site())
    let page = try await TestPage.open("/bed", over: way)
    func post(_ accept: String) async throws -> Response {
      let body: JSON = ["node": "2", "event": "remove", "data": 2]
      let headers: Headers = [.accept: accept, .contentType: "application/json", .cookie: page.cookie ?? ""]
      return try await way.reply(to: Request(.post, "/bed/events", headers: headers, body: body.bytes))
    }
    let patch = try JSON(parsing: try await post("application/vnd.espalier.patch+json").body.collected)
    #expect(patch[0]?[0] == "@" && patch[0]?[2] == "dialog" && patch[0]?[3]?.text?.contains("<dialog open") == true)
    #expect(patch[1] == nil)
    let turbo = try await post("text/vnd.turbo-stream.html")
    #expect(turbo.status == .seeOther && turbo.headers[.location] == "/bed")
  }
}
