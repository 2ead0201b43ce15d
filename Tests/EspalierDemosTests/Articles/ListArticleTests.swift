import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The samples in the articles on lists behave as the articles say.
@Suite struct ListArticleTests {
  private func open(_ root: @escaping @Sendable () -> ContainerModel) async throws -> TestPage {
    try await TestPage.open("/list", over: InProcess(Site(log: .silent) { Page("/list", title: "List", root: root) }))
  }

  @Test func `cells and markup: what is interpolated is escaped for its place`() async throws {
    let html = try await open { CellsAndMarkupArticle.Links() }.html()
    #expect(html.contains("href=\"/tea\">Tom &amp; &lt;Ann&gt;</a>"))
    #expect(html.contains("href=\"about:invalid\">Bad</a>") && !html.contains("javascript:"))
  }

  @Test func `lists as values: a list is what its value says`() async throws {
    let page = try await open { ListsAsValuesArticle.page() }
    #expect(page["open/empty"] != nil && page["open/footer"]?["text"] == "0 left")
    try await page.send("add", from: "header", data: "Sow")
    #expect(page["open/1"]?["title"] == "Sow")
    #expect(page["open/empty"] == nil && page["open/footer"]?["text"] == "1 left")
    try await page.send("delete", from: "open/1")
    #expect(page["open/1"] == nil)
    // A row without an id may have another key when it comes back.
    #expect(try await page.html().contains("Nothing to do."))
  }

  @Test func `lists as values: rows have nodes of their own`() {
    let (list, board) = (ContainerModel(), ContainerModel())
    ListsAsValuesArticle.nodes(list, [ListsAsValuesArticle.Person(id: 1)], board, [.init(id: 2, title: "Sow")])
    #expect(list.children.map(\.nodeKey) == ["1"] && list.children.first is ListsAsValuesArticle.PersonModel)
    let card = board.children.first
    ListsAsValuesArticle.nodes(list, [], board, [.init(id: 2, title: "Reap")])
    #expect(list.children.isEmpty && board.children.first === card)
    #expect(card?.content(as: ListsAsValuesArticle.Title.self)?.text == "Reap")
  }

  @Test func `changing lists: rows are named by themselves`() {
    let (page, list) = (ContainerModel(), ContainerModel(id: "list"))
    let (anchor, other) = (ChangingListsArticle.lesson("anchor"), ChangingListsArticle.lesson("other"))
    page.add(list)
    list.add([anchor, other])
    ChangingListsArticle.change(page, list, anchor: anchor, other: other)
    #expect(list.children.map(\.nodeKey) == ["first", "second", "row"])
  }

  @Test func `changing lists: rows are in the order of their weights`() {
    let list = ContainerModel()
    ChangingListsArticle.order(
      list, [("Maths", 10), ("Art", 8), ("Music", 9)].map { ChangingListsArticle.Lesson(id: $0, hour: $1) })
    #expect(list.children.map(\.nodeKey) == ["Art", "Music", "Maths"])
  }

  @Test func `sources: a row leaves the list when its source loses it`() async throws {
    let page = try await open { SourcesArticle.People() }
    #expect(page["1"]?["name"] == "Ada")
    try await page.send("remove", from: "1", data: 1)
    #expect(page["1"] == nil)
  }

  @Test func `sources: one source has several looks`() {
    let (cards, lines, nodes) = (ContainerModel(), ContainerModel(), ContainerModel())
    let members = [SourcesArticle.Member(id: 1, name: "Ada")]
    SourcesArticle.looks(cards, lines, members)
    SourcesArticle.nodes(nodes, members)
    #expect(cards.children.first?.content(as: SourcesArticle.MemberCard.self)?.name == "Ada")
    #expect(lines.children.first?.content(as: SourcesArticle.MemberLine.self)?.name == "Ada")
    #expect(nodes.children.first is SourcesArticle.MemberModel)
  }

  @Test func `sources: an arranged source filters and sorts, and sections nest`() async throws {
    let page = try await open {
      let people = ArraySource([
        SourcesArticle.Person(id: 1, name: "Cleo"), SourcesArticle.Person(id: 2, name: "Bea", isActive: false),
        SourcesArticle.Person(id: 3, name: "Ada"),
      ])
      return SourcesArticle.sections(people, [SourcesArticle.Person(id: 4, name: "Dora")])
    }
    #expect(try page.contents(as: SourcesArticle.Person.self).map(\.name) == ["Dora", "Ada", "Cleo"])
  }

  @Test func `growing lists: a refresh and each press of the button bring a page`() async throws {
    let page = try await open { GrowingListsArticle.Photos(GrowingListsArticle.Library()) }
    func ids() throws -> [Int] { try page.contents(as: GrowingListsArticle.Photo.self).map(\.id) }
    try await page.send("refresh", from: "header")
    try await page.settle()
    #expect(try ids() == [1, 2, 3])
    for count in [6, 9] {
      try await page.send("loadMore", from: "footer")
      try await page.settle()
      #expect(try ids() == Array(1...count))
    }
    #expect(page["footer"]?["paging"]?["more"]?["state"] == "finished")
  }

  @Test func `growing lists: a diary grows at its beginning`() async throws {
    let page = try await open { GrowingListsArticle.Diary() }
    try await page.send("loadEarlier", from: "header")
    try await page.settle()
    #expect(try page.contents(as: GrowingListsArticle.Photo.self).map(\.id) == Array(4...9))
  }

  @Test func `behaviours: the dialog asks before it removes a plant`() async throws {
    let page = try await open { BehavioursArticle.Plants() }
    var dialog = try #require(try await page.send("remove", from: "1").dialogs.first)
    try await page.press("keep", in: dialog)
    #expect(page["1"] != nil)
    dialog = try #require(try await page.send("remove", from: "1").dialogs.first)
    try await page.press("remove", in: dialog)
    #expect(page["1"] == nil && page["2"] != nil)
  }

  @Test func `behaviours: a page answers instead of the plugin`() async throws {
    let page = try await open { BehavioursArticle.Team() }
    for name in ["Ada", "Bea", "Cleo", "Dora"] { try await page.send("select", from: name) }
    for name in ["Ada", "Bea", "Cleo"] { #expect(page[name]?.isSelected == true, "\(name)") }
    #expect(page["Dora"]?.isSelected == false)
  }
}

extension TestNode {
  /// Whether a press would deselect the row.
  fileprivate var isSelected: Bool {
    events.contains { $0["name"]?.text == "select" && $0["example"] == .bool(false) }
  }
}
