import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import Espalier
import EspalierTesting
import EspalierServer
import Testing

/// A test waits for the asynchronous work of pages without sleeping.
@Suite struct SettleTests {
  private struct Line: Content {
    static let load = Event<NoData>("load")
    static let forever = Event<NoData>("forever")
    static let tell = Event<NoData>("tell")
    var text = "idle"
    var html: HTML {
      """
      <p>\(text)</p><button \(Self.load)>Load</button><button \(Self.forever)>Forever</button>\
      <button \(Self.tell)>Tell</button>
      """
    }
  }

  private protocol Listener { func hear() }

  private final class Loader: ContainerModel, Listener {
    private let line = CellModel(Line())
    override func didLoad() {
      add(line)
      on(Line.load) { $0.load(steps: 3) }
      on(Line.forever) { list in
        list.task {
          try? await Task.sleep(for: .seconds(3600))
        } then: { _, _ in
        }
      }
    }
    func hear() { load(steps: 1) }

    /// Each step starts the next one.
    private func load(steps: Int) {
      line.content.text = "\(steps) to go"
      guard steps > 0 else { return }
      task {
        try? await Task.sleep(for: .milliseconds(10))
      } then: { list, _ in
        list.load(steps: steps - 1)
      }
    }
  }

  enum Way: CaseIterable {
    case inProcess, overSocket
    func transport(_ site: Site) throws -> any Transport {
      switch self {
      case .inProcess: try InProcess(site)
      case .overSocket: try OverSocket(site)
      }
    }
  }

  private func site() -> Site {
    Site(templates: "none", files: "none", log: .silent) {
      Page("/one", title: "One") { Loader() }
      Page("/two", title: "Two") { Loader() }
    }
  }

  @Test(arguments: Way.allCases)
  func `the page shows the result of a task, and of the tasks that its result started`(way: Way) async throws {
    let page = try await TestBrowser(over: way.transport(site())).open("/one")
    try await page.send("load", from: "line")
    try await page.settle()
    #expect(try page.content(of: "line", as: Line.self).text == "0 to go")
  }

  @Test(arguments: Way.allCases)
  func `the work of another page counts, too`(way: Way) async throws {
    let site = site()
    let browser = try TestBrowser(over: way.transport(site))
    let (one, two) = (try await browser.open("/one"), try await browser.open("/two"))
    site.on(Line.tell) { [weak site] _ in site?.notify((any Listener).self) { $0.hear() } }
    try await one.send("tell", from: "line")
    try await two.settle()
    #expect(try two.content(of: "line", as: Line.self).text == "0 to go")
  }

  @Test func `a task without an end is named`() async throws {
    let page = try await TestPage.open("/two", over: InProcess(site()))
    try await page.send("forever", from: "line")
    let failure = await #expect(throws: TestPage.Failure.self) { try await page.settle(within: .milliseconds(20)) }
    #expect("\(failure, default: "")".contains("a task of the node \"\" of /two did not end"))
    #expect("\(failure, default: "")".contains("page.wait"))
  }

  @Test func `a sequence that a node follows does not count`() async throws {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/", title: "Numbers") {
        let root = ContainerModel()
        let line = CellModel(Line())
        root.add(line)
        line.listen(to: numbers) { $0.content.text = "\($1)" }
        return root
      }
    }
    let page = try await TestPage.open("/", over: InProcess(site))
    try await page.settle()
    source.yield(7)
    try await page.wait { $0["line"]?["text"] == "7" }
    let failure = await #expect(throws: TestPage.Failure.self) {
      try await page.wait(within: .milliseconds(1)) { $0["line"]?["text"] == "8" }
    }
    #expect("\(failure, default: "")".contains("the condition did not hold"))
  }

  @Test func `a task that was cancelled does not count, even if it goes on`() async throws {
    let gate = Lock(false)
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/", title: "Gone") {
        let root = ContainerModel()
        let line = CellModel(Line())
        root.add(line)
        line.task {
          while !gate.withLock({ $0 }) { await Task.yield() }
        } then: { _, _ in
        }
        root.on(Line.load) { $0.remove(line) }
        return root
      }
    }
    defer { gate.withLock { $0 = true } }
    let page = try await TestPage.open("/", over: InProcess(site))
    try await page.send("load", from: "line")
    try await page.settle(within: .seconds(5))
  }

  @Test func `a transport that cannot know the work says so`() async throws {
    struct Own: Transport {
      let inner: InProcess
      func reply(to request: Request) async throws -> Response { try await inner.reply(to: request) }
    }
    let page = try await TestPage.open("/one", over: Own(inner: InProcess(site())))
    let failure = await #expect(throws: TestPage.Failure.self) { try await page.settle() }
    #expect("\(failure, default: "")".hasPrefix("Own cannot wait for the work of a site"))
  }
}
