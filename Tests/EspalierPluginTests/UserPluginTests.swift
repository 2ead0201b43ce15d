import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// A plugin that a user wrote, on a page beside the library's plugins. This target sees only what is public.
@Suite struct UserPluginTests {
  private struct Article: Content, Identifiable {
    let id: String
    var traits: RowTraits { RowTraits(canDelete: true) }
    var html: HTML { "<b>\(id)</b>" }
  }

  private final class Feed: ContainerModel {
    static let add = Event<String>("add")
    struct Button: Content {
      var html: HTML { "<button \(Feed.add, sends: "fig")>Add</button>" }
    }

    override func didLoad() {
      header = CellModel(Button())
      add(["fig", "pear"].map { CellModel(Article(id: $0)) })
      add(Selection(.single))
      let editing = add(Editing())
      editing.isOn = true
      add(ReadMarks())
      on(Feed.add) { list, id in list.add(Article(id: id)) }
    }
  }

  private func page() async throws -> TestPage {
    try await TestPage.open("/", over: InProcess(Site(log: .silent) { Page("/", title: "Feed") { Feed() } }))
  }

  private func events(_ page: TestPage, _ address: String) -> [String] {
    page[address]?.events.compactMap { $0["name"]?.text } ?? []
  }

  @Test func `the plugin marks rows that were seen, and the other plugins still answer`() async throws {
    let page = try await page()
    #expect(events(page, "fig") == ["select", "deleteRow"])
    try await page.report(appeared: ["fig", "pear"])
    #expect(events(page, "fig") == ["select", "deleteRow", "markUnread"])
    #expect(try await page.html().contains(" read\">"))
    try await page.send("markUnread", from: "fig")
    try await page.send("select", from: "fig")
    #expect(events(page, "fig") == ["select", "deleteRow"] && events(page, "pear").contains("markUnread"))
    #expect(page["fig"]?.events.first?["example"] == false, "the row is selected")
  }

  @Test func `the plugin forgets removed rows: a new row with the same id is unread`() async throws {
    let page = try await page()
    try await page.report(appeared: ["fig"])
    try await page.send("deleteRow", from: "fig")
    #expect(page["fig"] == nil)
    try await page.send("add", from: "header")
    #expect(events(page, "fig") == ["select", "deleteRow"])
  }
}
