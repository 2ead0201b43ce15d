import EspalierLocks
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

@Suite struct TreePictureTests {
  private static let day = SharedData<String>("day")

  private struct Shelf: Content, Identifiable {
    static let take = Event<Int>("take")
    let id: String
    var text = "<script>alert(1)</script>"
    var html: HTML { "<p>\(text)</p><button \(Self.take, sends: 1)>Take</button>" }
  }

  private final class ShelfModel: CellModel<Shelf> {
    override func didLoad() { subscribe(to: TreePictureTests.day) { $0.content.text = $1 } }
  }

  private final class Shop: ContainerModel {
    override func didLoad() {
      add(ShelfModel(Shelf(id: "a")))
      add((0..<20).map { CellModel(Shelf(id: "\($0)")) })
      on(Shelf.take) { $0.share("taken \($1)", to: TreePictureTests.day) }
    }
  }

  private func site(_ tools: [SiteTool] = [.inspector()], scope: Page.Scope = .shared) -> Site {
    Site(templates: "none", files: "none", log: .silent, tools: tools) {
      Page("/shop", title: "Shop", scope: scope) { Shop() }
      Page("/", title: "Home") { Shop() }
    }
  }

  private func get(_ site: Site, _ target: String, _ accept: MediaType = .json) async throws -> Response {
    let request = try Request(.get, target, headers: [.accept: accept.description])
    return await withCheckedContinuation { continuation in
      site.responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
  }

  private func stream(_ site: Site, _ target: String) async throws -> EventStream {
    let body = try await get(site, target, .eventStream).body
    guard case .stream(let stream) = body else {
      Issue.record("there is no stream at \(target)")
      return EventStream()
    }
    return stream
  }

  @Test(arguments: ["/shop/tree", "/tree"]) func `the inspector shows the current tree of its page`(path: String)
    async throws
  {
    let page = try await TestPage.open(path, over: InProcess(site()))
    let root = "picture/site/."
    #expect(page["\(root)/header"]?["name"] == "the root")
    #expect(page["\(root)/header"]?["answers"] == ["take"])
    #expect(page["\(root)/.a"]?["sends"] == ["take"])
    #expect(page["\(root)/.a"]?["listens"]?[0]?["name"] == "day")
    #expect(page["\(root)/more"]?["count"] == 16)
  }

  @Test func `text from nodes is escaped`() async throws {
    guard case .bytes(let bytes) = try await get(site(), "/shop/tree", .html).body else {
      Issue.record("there is no page")
      return
    }
    let html = String(decoding: bytes, as: UTF8.self)
    #expect(html.contains("&lt;script&gt;alert(1)"))
    #expect(!html.contains("<script>alert"))
  }

  @Test func `changes reach a watched inspector, and tracing ends when its viewer leaves`() async throws {
    let site = site()
    let shop = try site.core.instance(of: #require(try site.core.page(at: "/shop")))
    let stream = try await stream(site, "/shop/tree/patches?last=0&dialect=json-patch")
    let page = try await TestPage.open("/shop", over: InProcess(site))
    try await page.send("take", from: "a")
    let picture = try await TestPage.open("/shop/tree", over: InProcess(site))
    let moment = try #require(picture["moments/1"])
    #expect(moment["title"] == "take")
    #expect(moment["origin"] == "from a")
    #expect(moment["isShown"] == true)
    #expect(moment["stepCount"] == 5)
    #expect(picture["picture/site/./.a"]?["mark"]?["mark"]?["up"] == 1)
    #expect(picture["picture/site/./.a"]?["mark"]?["mark"]?["down"] == 4)
    stream.finish(.gone)
    try await page.send("take", from: "a")
    try await page.send("take", from: "a")
    let isWatched = Lock(true)
    shop.enter { instance in isWatched.withLock { $0 = instance.tree.isWatched } }
    #expect(!isWatched.withLock { $0 })
    let later = try await TestPage.open("/shop/tree", over: InProcess(site))
    #expect(later["moments/2"] == nil)
  }

  @Test func `a change reaches the picture whose viewer is just coming`() async throws {
    let site = site()
    let shop = try site.core.instance(of: #require(try site.core.page(at: "/shop")))
    let location = try #require(try site.core.page(at: "/shop/tree"))
    var visit: Visit? = site.core.visit(of: location, for: nil, tab: nil)
    _ = try await TestPage.open("/shop/tree", over: InProcess(site))
    let page = try await TestPage.open("/shop", over: InProcess(site))
    // The request that holds the picture does not follow it yet.
    try await page.send("take", from: "a")
    #expect(try await TestPage.open("/shop/tree", over: InProcess(site))["moments/1"]?["title"] == "take")
    withExtendedLifetime(visit) {}
    visit = nil
    try await page.send("take", from: "a")
    let isWatched = Lock(true)
    shop.enter { instance in isWatched.withLock { $0 = instance.tree.isWatched } }
    #expect(!isWatched.withLock { $0 })
  }

  @Test func `a moment has the size of its patch and can be shown again`() async throws {
    let site = site()
    let stream = try await stream(site, "/shop/tree/patches?last=0")
    defer { stream.finish(.gone) }
    let page = try await TestPage.open("/shop", over: InProcess(site))
    let receipt = try await page.send("take", from: "a")
    try await page.send("take", from: "3")
    let picture = try await TestPage.open("/shop/tree", over: InProcess(site))
    let first = try #require(picture["moments/1"])
    #expect(first["version"]?.text == receipt.document["version"]?.text)
    #expect(first["operations"] == [["name": "update", "count": 1]])
    let weight = Int64(try #require(receipt.document["patch"]).bytes.count)
    #expect(first["bytes"]?[1] == ["name": "json-patch", "count": .int(weight)])
    #expect(picture["moments/2"]?["isShown"] == true)
    #expect(picture["moments/2"]?["version"] == .null)
    #expect(picture["picture/site/./.3"]?["mark"]?["isOddBeat"] == false)
    try await picture.send("show", from: "moments/1")
    #expect(picture["moments/1"]?["isShown"] == true)
    #expect(picture["picture/site/./.a"]?["mark"]?["isOddBeat"] == true)
  }

  @Test func `a list shows more rows on request, and a node that is not a container opens nothing`() async throws {
    let site = site()
    let picture = try await TestPage.open("/shop/tree", over: InProcess(site))
    try await picture.send("open", from: "picture/site/./more", data: "a")
    try await picture.send("open", from: "picture/site/./more", data: "nowhere")
    #expect(try await TestPage.open("/shop/tree", over: InProcess(site))["picture/site/./more"] != nil)
    try await picture.send("open", from: "picture/site/./more")
    let opened = try await TestPage.open("/shop/tree", over: InProcess(site))
    #expect(opened["picture/site/./more"] == nil)
    #expect(opened["picture/site/./.19"] != nil)
  }

  @Test func `each browser sees the tree of its own instance`() async throws {
    let inspector = Inspector()
    let site = ToolSite(site: site([inspector.tool], scope: .browser).core)
    let owner = PersistedInstance.Owner(page: "/shop/tree", browser: "b")
    let subject = try #require(inspector.pictures.subject(of: owner, in: site))
    #expect(subject.owner == PersistedInstance.Owner(page: "/shop", browser: "b"))
    #expect(inspector.pictures.subject(of: PersistedInstance.Owner(page: "/shop"), in: site) == nil)
  }

  @Test func `the user's own page at the inspector's path keeps that path`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent, tools: [.inspector()]) {
      Page("/shop", title: "Shop") { Shop() }
      Page("/shop/tree", title: "An apple tree") { ContainerModel() }
    }
    try site.check()
    #expect(try await TestPage.open("/shop/tree", over: InProcess(site))[""]?.type == "ContainerModel")
  }

  @Test func `production has no inspector, and the inspector has none of its own`() async throws {
    let production = site([])
    for path in ["/shop/tree", "/shop/tree/patches", "/tree"] {
      #expect(try await get(production, path).status == .notFound)
    }
    #expect(try await get(site(), "/shop/tree/tree").status == .notFound)
    try site().check()
  }
}
