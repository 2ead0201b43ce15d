import Espalier
import EspalierServer
import EspalierTesting
import Synchronization
import Testing

/// The samples in the articles on how nodes communicate, and on their state and work, behave as the articles say.
@Suite struct NodeArticleTests {
  private func site(_ root: @escaping @Sendable () -> ContainerModel) -> Site {
    Site(log: .silent) { Page("/page", title: "Page", root: root) }
  }

  private func open(_ site: Site) async throws -> TestPage { try await TestPage.open("/page", over: InProcess(site)) }

  private func open(_ root: @escaping @Sendable () -> ContainerModel) async throws -> TestPage {
    try await open(site(root))
  }

  @Test func `events: the container answers what a cell sends`() async throws {
    let page = try await open { EventsArticle.Reactions() }
    try await page.send("like", from: "actions")
    #expect(page["footer"]?["text"] == "Like")
  }

  @Test func `events: data beyond what the event requires never reaches the handler`() async throws {
    let page = try await open { EventsArticle.TaskList() }
    try await page.send("assign", from: "tasks", data: 99)
    #expect(page["footer"]?["text"] == "assigned to 99")
    for (event, data) in [("assign", 100), ("water", "Oak")] as [(String, JSON)] {
      await #expect(throws: TestPage.Failure.self) { try await page.send(event, from: "tasks", data: data) }
    }
    try await page.reload()
    #expect(page["footer"]?["text"] == "assigned to 99")
    try await page.send("water", from: "tasks", data: "Fig")
    #expect(page["footer"]?["text"] == "watered Fig")
  }

  @Test func `commands: a press runs the closure in the row's value`() async throws {
    let page = try await open { CommandsArticle.ChoreList() }
    try await page.send("finish", from: "1")
    #expect(page["1"] == nil && page["2"]?["title"] == "Feed the cat")
  }

  @Test func `commands: a command has data, and a range`() async throws {
    let page = try await open { CommandsArticle.Controls() }
    try await page.send("choose", from: "choice")
    #expect(page["label"]?["text"] == "3")
    try await page.send("rename", from: "titleForm", data: "New")
    #expect(page["titleForm"]?["title"] == "New")
    await #expect(throws: TestPage.Failure.self) { try await page.send("choose", from: "choice", data: 100) }
  }

  @Test func `shared data: subscribers get the value at once, and when it changes`() async throws {
    let page = try await open { SharingDataArticle.cart() }
    #expect(page["footer"]?["total"] == 7)
    try await page.send("add", from: "header")
    #expect(page["footer"]?["total"] == 12 && page["later"]?["total"] == 12)
  }

  @Test func `state: a node shows what it remembers, and a signal is in several places`() async throws {
    let page = try await open { StateArticle.Everything() }
    #expect(page["header"]?["text"] == "0" && page["fold/1"] == nil)
    try await page.send("more", from: "header")
    #expect(page["header"]?["text"] == "1" && page["fold/1"] != nil)
    try await page.send("more", from: "header")
    #expect(page["header"]?["text"] == "2" && page["fold/1"] == nil)
    try await page.send("press", from: "star")
    #expect(page["favourites/star"]?["isSet"] == true && page["all/star"]?["isSet"] == true)
  }

  @Test func `services: an actor is called in a task`() async throws {
    let page = try await open(site { ServicesArticle.AccountPage() }.provide(ServicesArticle.Account()))
    try await page.send("deposit", from: "header")
    try await page.settle()
    #expect(page["header"]?["balance"] == 1)
  }

  @Test func `all who listen answer a question that a signal carries`() {
    let asked = Signal<ServicesArticle.Market.PriceQuestion>()
    #expect(ServicesArticle.Market().bestPrice(asked) == nil)
    for price in [5, 3, 4] { asked.listen { question in question.answers.withLock { $0.append(price) } } }
    #expect(ServicesArticle.Market().bestPrice(asked) == 3)
  }

  @Test func `services: a node gets what a service announces`() async throws {
    let prices = ServicesArticle.Prices()
    let page = try await open(site { ServicesArticle.StockList() }.provide(prices))
    prices.changed.send(5)
    try await page.settle()
    #expect(page["footer"]?["text"] == "5")
  }

  @Test func `services: a service calls the nodes below its container by their protocol (C19)`() async throws {
    let page = try await open {
      let kitchen = ServicesArticle.Kitchen()
      kitchen.set(rows: [ServicesArticle.Dish(id: "soup"), ServicesArticle.Dish(id: "rice")]) {
        ServicesArticle.DishRow($0)
      }
      return kitchen
    }
    try await page.send("order", from: "soup")
    #expect(page["soup"]?["orders"] == 1 && page["rice"]?["orders"] == 1)
  }

  @Test func `notifications: the page and the site call all nodes of a type`() async throws {
    let site = site { NotificationsArticle.PriceList() }
    NotificationsArticle.connect(site)
    let page = try await open(site)
    let receipt = try await page.send("check", from: "tea")
    #expect(receipt.document["notified"]?[0]?["scope"] == "children")
    #expect(receipt.document["notified"]?[0]?["to"] == ["tea", "milk"])
    try await page.send("refresh", from: "tea")
    NotificationsArticle.refreshAll(site)
    try await page.settle()
    #expect(page["milk"] != nil)
  }

  @Test func `work that takes time: its result comes back to the page, and so does its error`() async throws {
    let page = try await open { WorkThatTakesTimeArticle.Feed(WorkThatTakesTimeArticle.PostService()) }
    func ids() throws -> [Int] { try page.contents(as: WorkThatTakesTimeArticle.Post.self).map(\.id) }
    try await page.settle()
    #expect(try ids() == [1, 2])
    try await page.send("pressed", from: "footer")
    try await page.settle()
    #expect(try ids() == [1, 2, 3, 4])
    try await page.send("pressed", from: "footer")
    try await page.settle()
    #expect(try ids() == [1, 2, 3, 4])
    #expect(try await page.text(of: "footer").contains("Ended()"))
  }

  @Test func `work that takes time: work that cannot throw needs no other closure`() async throws {
    let page = try await open { WorkThatTakesTimeArticle.Time() }
    try await page.settle()
    #expect(page["footer"]?["text"] == "1")
  }
}
