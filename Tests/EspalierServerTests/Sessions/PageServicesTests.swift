import EspalierServerTestSupport
import EspalierTestSupport
import EspalierLocks
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Services of pages, browsers and the site.
@Suite struct PageServicesTests {
  private struct Line: Content {
    static let press = Event<NoData>("press")
    var text = ""
    var html: HTML { "<p>\(text)</p><button \(Self.press)>Press</button>" }
  }

  private final class Tally: Sendable {
    private let count = Lock(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// Not Sendable: it belongs to one page instance.
  private final class Pen {
    var strokes = 0
  }

  /// Shows how often the services that it finds were used.
  private final class Lines<Service>: ContainerModel {
    let use: (Service) -> Int
    init(_ use: @escaping (Service) -> Int) {
      self.use = use
      super.init()
    }
    override func didLoad() {
      let line = CellModel(Line(text: "0"))
      add(line)
      on(Line.press) { [weak line] lines in
        line?.content.text = lines.service().map { "\(lines.use($0))" } ?? "none"
      }
    }
  }

  private struct Container: ServiceResolver, Sendable {
    func resolve<Service>(_ type: Service.Type) -> Service? { "found" as? Service }
  }

  private let site = Site(templates: "none", files: "none", log: .silent) {
    Page("/site", title: "Site", scope: .browser) { Lines<Tally> { $0.next() } }
    for path in ["/own", "/other"] {
      Page(path, title: "Own", scope: .browser) {
        Lines<Pen> { pen in
          pen.strokes += 1
          return pen.strokes
        }
      }.providing { Pen() }
    }
    Page("/resolved", title: "Resolved") { Lines<String> { $0.count } }
  }

  private func press(_ path: String, by browser: PlainBrowser? = nil) async throws -> (PlainBrowser, String) {
    var browser = try browser ?? PlainBrowser(InProcess(site))
    try await browser.open(path)
    try await browser.press("Press")
    return (browser, try #require(browser.html.firstMatch(of: /<p>(.*?)<\/p>/)).1.description)
  }

  @Test func `all browsers share a service of the site`() async throws {
    site.provide(Tally())
    #expect(try await press("/site").1 == "1")
    #expect(try await press("/site").1 == "2")
  }

  @Test func `each instance has its own service of the page`() async throws {
    let (browser, first) = try await press("/own")
    #expect(first == "1")
    #expect(try await press("/own", by: browser).1 == "2")
    #expect(try await press("/other", by: browser).1 == "1")
    #expect(try await press("/own").1 == "1")
  }

  @Test func `all pages of a browser share its service, which is found before the site's`() async throws {
    site.provide(Tally())
    let site = Site(templates: "none", files: "none", log: .silent) {
      for path in ["/one", "/two"] { Page(path, title: "Tally", scope: .browser) { Lines<Tally> { $0.next() } } }
    }
    site.provide(Tally()).provideToEachBrowser { Tally() }
    var (first, second) = (PlainBrowser(try InProcess(site)), PlainBrowser(try InProcess(site)))
    for (path, count) in [("/one", 1), ("/two", 2), ("/one", 3)] {
      try await first.open(path)
      try await first.press("Press")
      #expect(first.html.contains("<p>\(count)</p>"))
    }
    try await second.open("/one")
    try await second.press("Press")
    #expect(second.html.contains("<p>1</p>"))
  }

  private final class Prices: Sendable {
    let changed = Signal<String>()
  }

  private final class PriceList: ContainerModel {
    override func didLoad() {
      let line = CellModel(Line())
      add(line)
      if let prices = service(Prices.self, isRequired: false) {
        line.listen(to: prices.changed) { $0.content.text = $1 }
      }
    }
  }

  @Test func `a value that a site's service sends on any thread reaches every page, in its lane`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/prices", title: "Prices", scope: .browser) { PriceList() }
    }
    let prices = Prices()
    site.provide(prices)
    let page = try #require(try site.core.page(at: "/prices"))
    let instances = try (1...20).map { try site.core.instance(of: page, for: "browser\($0)") }
    #expect(prices.changed.listenerCount == 20)
    await withTaskGroup { group in
      for number in 1...50 { group.addTask { prices.changed.send("\(number)") } }
    }
    prices.changed.send("last")
    for instance in instances {
      try await until { await instance.firstText == "last" }
      // All values in one window are one patch.
      #expect(await instance.version.number < 50)
    }
    for instance in instances { instance.submit { $0.tree.end() } }
    try await until { prices.changed.listenerCount == 0 }
  }

  private actor Account {
    nonisolated let changed = Signal<Int>()
    private var balance = 0

    func deposit(_ amount: Int) -> Int {
      balance += amount
      changed.send(balance)
      return balance
    }
  }

  /// Asks the actor in a task, and listens to its changes.
  private final class AccountList: ContainerModel {
    override func didLoad() {
      guard let account = service(Account.self, isRequired: false) else { return }
      let (heard, asked) = (CellModel(Line()), CellModel(Line()))
      add([heard, asked])
      heard.listen(to: account.changed) { $0.content.text = "heard \($1)" }
      on(Line.press) { _ in
        asked.task {
          await account.deposit(1)
        } then: {
          $0.content.text = "asked \($1)"
        }
      }
    }
  }

  @Test func `an actor can be a service: pages ask it in tasks and listen to it`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/account", title: "Account", scope: .browser) { AccountList() }
    }
    site.provide(Account())
    let transport = try InProcess(site)
    var (mine, yours) = (PlainBrowser(transport), PlainBrowser(transport))
    try await yours.open("/account")
    try await mine.open("/account")
    for number in 1...2 {
      try await mine.press("Press")
      // A page without scripts waits for the task that its event started.
      #expect(mine.html.contains("<p>heard \(number)</p>") && mine.html.contains("<p>asked \(number)</p>"))
    }
    try await yours.open("/account")
    #expect(yours.html.contains("<p>heard 2</p>") && !yours.html.contains("asked"))
  }

  @Test func `a site's resolver finds services that nobody provides`() async throws {
    site.resolveServices(by: Container())
    #expect(try await press("/resolved").1 == "5")
  }

  @Test func `a missing service is logged with the services that are provided`() async throws {
    let lines = Lock("")
    let site = Site(
      templates: "none", files: "none",
      log: Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    ) { Page("/missing", title: "Missing") { Lines<Double> { _ in 0 } } }
    site.provide(Tally())
    var browser = try PlainBrowser(InProcess(site))
    try await browser.open("/missing")
    try await browser.press("Press")
    try await until { lines.withLock { $0.contains("no Double is provided for") && $0.contains("Tally at the site") } }
  }
}

extension PageInstance {
  /// The text that viewers see in the first row.
  fileprivate var firstText: String? {
    tree.snapshot().children.first?.cell.map { $0.html.source }.flatMap { $0.firstMatch(of: /<p>(.*?)<\/p>/) }
      .map { String($0.1) }
  }
}
