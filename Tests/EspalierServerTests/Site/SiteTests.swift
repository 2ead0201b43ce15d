import EspalierLocks
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// A row that sends an event and shows what the site shares.
private struct Bell: Content {
  static let ring = Event<Int>("ring")
  static let quiet = Event<NoData>("quiet")
  var text = "silent"
  var html: HTML {
    "<p>\(text)</p><button \(Self.ring, sends: 3)>Ring</button><button \(Self.quiet)>Quiet</button>"
  }
}

private final class BellModel: CellModel<Bell> {
  static let rung = SharedData<Int>("rung")
  override func didLoad() { subscribe(to: Self.rung) { $0.content.text = "rung \($1)" } }
}

private final class BellList: ContainerModel {
  override func didLoad() {
    add(BellModel(Bell()))
    on(Bell.quiet) { $0.stopPropagation() }
  }
}

@Suite struct SiteTests {
  private func bells() -> Site {
    Site(templates: "none", files: "none", log: .silent) {
      Page("/one", title: "One") { BellList() }
      Page("/two", title: "Two") { BellList() }
    }
  }

  @Test func `an event that no page stops reaches the site, and data that the site shares reaches every page`()
    async throws
  {
    let site = bells()
    site.on(Bell.ring) { [unowned site] in site.share($0, to: BellModel.rung) }
    let transport = try InProcess(site)
    let one = try await TestPage.open("/one", over: transport)
    let two = try await TestPage.open("/two", over: transport)
    try await one.send("ring", from: "bell")
    try await two.reload()
    #expect(one["bell"]?["text"] == "rung 3")
    #expect(two["bell"]?["text"] == "rung 3")
  }

  @Test func `a page that opens later sees what the site shared before`() async throws {
    let site = bells()
    site.share(7, to: BellModel.rung)
    let page = try await TestPage.open("/one", over: InProcess(site))
    #expect(page["bell"]?["text"] == "rung 7")
  }

  @Test func `an event that a page stopped does not reach the site`() async throws {
    let site = bells()
    site.on(Bell.quiet) { _ in Issue.record("the site received the event") }
    let page = try await TestPage.open("/one", over: InProcess(site))
    let receipt = try await page.send("quiet", from: "bell")
    #expect(receipt.document["stopped"] == true)
  }

  @Test func `a missing template is a startup error that lists the existing ones (H-A20, H-E17)`() {
    struct Lost: TemplateContent {
      static let template = TemplateName.file("Lost")
      var text = ""
    }
    let site = Site(log: .silent) {
      Page("/lost", title: "Lost") {
        let root = ContainerModel()
        root.add(Lost())
        return root
      }
    }
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.description.contains("there is no template Lost.html for Lost; there are: ") == true)
  }

  @Test func `a template of a cell that is added later is checked at the start if the page declares the cell`() {
    struct Late: TemplateContent {
      static let template = TemplateName.file("Late")
      var text = ""
    }
    let site = Site(log: .silent) { Page("/late", title: "Late", cells: [Late()]) { ContainerModel() } }
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.description.contains("there is no template Late.html for Late") == true)
  }

  @Test func `a cell without a type is checked at the start, in the page and among its declared cells (A16)`() {
    let cell = Cell(template: .file("Lost"), data: 1)
    let site = { (page: Page) in Site(log: .silent) { page } }
    for page in [
      Page("/now", title: "Now") { ContainerModel(ListSection { cell }) },
      Page("/late", title: "Late", cells: [cell]) { ContainerModel() },
    ] {
      let error = #expect(throws: SiteError.self) { try site(page).check() }
      #expect(error?.description.contains("there is no template Lost.html for Cell(template: …, data: Int)") == true)
    }
    let unsafe = Page("/unsafe", title: "Unsafe", cells: [Cell("x") { "<p class=\($0)></p>" }]) { ContainerModel() }
    let error = #expect(throws: SiteError.self) { try site(unsafe).check() }
    #expect(error?.description.contains("quote the value of the attribute class") == true)
  }

  @Test func `a cell that cannot be rendered is a startup error`() {
    struct Hole: Content {
      var text = "x"
      var html: HTML { "<p class=\(text)>unquoted</p>" }
    }
    let site = Site(log: .silent) {
      Page("/hole", title: "Hole") {
        let root = ContainerModel()
        root.add(Hole())
        return root
      }
    }
    let error = #expect(throws: SiteError.self) { try site.check() }
    #expect(error?.description.contains("quote the value of the attribute class") == true)
  }

  @Test func `at the limit the longest idle instance without viewers is removed, but never a shared one`() throws {
    var limits = PageLimits()
    limits.instances = 2
    let site = Site(limits: Limits(pages: limits), log: .silent) {
      Page("/", title: "", scope: .browser) { BellList() }
      Page("/shared", title: "") { BellList() }
    }
    let page = try #require(try site.core.page(at: "/"))
    let shared = try #require(try site.core.page(at: "/shared"))
    let everybodys = try site.core.instance(of: shared, for: nil)
    let first = try site.core.instance(of: page, for: "a")
    let second = try site.core.instance(of: page, for: "b")
    first.audience.join()
    let third = try site.core.instance(of: page, for: "c")
    #expect(site.core.instances.count == 3)
    #expect(try site.core.instance(of: page, for: "a") === first)
    #expect(site.core.instances.instance(second.id) == nil)
    #expect(site.core.instances.instance(third.id) === third)
    #expect(try site.core.instance(of: shared, for: nil) === everybodys)
  }

  @Test func `if all instances have viewers, a new one is refused`() throws {
    var limits = PageLimits()
    limits.instances = 1
    let site = Site(limits: Limits(pages: limits), log: .silent) {
      Page("/", title: "", scope: .browser) { BellList() }
    }
    let page = try #require(try site.core.page(at: "/"))
    try site.core.instance(of: page, for: "a").audience.join()
    let error = #expect(throws: HTTPError.self) { try site.core.instance(of: page, for: "b") }
    #expect(error?.code == .unavailable)
  }

  @Test func `another browser's instance is never returned`() throws {
    let site = Site(log: .silent) { Page("/", title: "", scope: .browser) { BellList() } }
    let page = try #require(try site.core.page(at: "/"))
    let mine = try site.core.instance(of: page, for: "a")
    let error = #expect(throws: HTTPError.self) { try site.core.instance(id: mine.id, of: page, for: "b") }
    #expect(error?.status == .notFound)
    #expect(try site.core.instance(id: mine.id, of: page, for: nil) === mine)
  }

  @Test func `new pages receive the site's shared data in the order of sharing`() throws {
    let site = bells()
    let names = (0..<20).map { SharedData<Int>("n\($0)") }
    for (number, name) in names.enumerated() { site.share(number, to: name) }
    site.share(100, to: names[3])
    let told = Lock<[Int]>([])
    let root = ContainerModel()
    for name in names { root.subscribe(to: name) { _, number in told.withLock { $0.append(number) } } }
    let tree = Tree(root)
    for share in site.core.instances.shares { share(tree) }
    #expect(told.withLock { $0 } == [0, 1, 2, 100] + Array(4..<20))
  }
}
