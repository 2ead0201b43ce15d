import EspalierTestSupport
import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierTesting
import Testing

@testable import EspalierServer

/// Work that pages hand to each other runs in the same order with a server and without.
@Suite struct WorkersTests {
  @Test(arguments: [true, false])
  func `work never runs inside the call that submits it`(hasServer: Bool) async throws {
    let workers = Workers()
    let server = HTTPServer(
      configuration: HTTPConfiguration(port: 0, log: .silent), responder: TestServer.Scripted { _, _ in })
    if hasServer {
      _ = try server.start()
      workers.use { [weak server] work in server?.run(work) ?? false }
    }
    defer { if hasServer { server.stop() } }
    let hasReturned = Lock(false)
    let wasLater = Lock<Bool?>(nil)
    workers.run {
      // Inside the call this would wait until the end.
      let end = ContinuousClock.now + .seconds(2)
      while !hasReturned.withLock({ $0 }) && .now < end {}
      wasLater.withLock { $0 = hasReturned.withLock { $0 } }
    }
    hasReturned.withLock { $0 = true }
    try await until { wasLater.withLock { $0 } != nil }
    #expect(wasLater.withLock { $0 } == true)
  }

  @Test func `without a server, work and the work that it submits run in order before settle returns`() {
    let workers = Workers()
    let order = Lock<[Int]>([])
    for number in 0..<3 {
      workers.run {
        order.withLock { $0.append(number) }
        workers.run { order.withLock { $0.append(number + 10) } }
      }
    }
    workers.settle()
    let done = order.withLock { $0 }
    #expect(done.filter { $0 < 10 } == [0, 1, 2] && done.filter { $0 >= 10 } == [10, 11, 12])
    workers.settle()
  }

  private final class Board: ContainerModel {
    static let go = Event<NoData>("go")
    static let said = SharedData<String>("said")
    struct Button: Content {
      var html: HTML { "<button \(Board.go)>Go</button>" }
    }
    struct Line: Content {
      var text = ""
      var html: HTML { "<p>\(text)</p>" }
    }
    override func didLoad() {
      add(Button())
      let line = CellModel(Line())
      add(line)
      subscribe(to: Self.said) { line.content.text = $1 }
    }
  }

  @Test func `the next request sees what an event changed on other pages`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/a", title: "A") { Board() }
      Page("/b", title: "B") { Board() }
    }
    site.on(Board.go) { [weak site] _ in site?.share("hello", to: Board.said) }
    let transport = try InProcess(site)
    let sender = try await TestPage.open("/a", over: transport)
    _ = try await TestPage.open("/b", over: transport)
    for _ in 0..<20 {
      site.share("", to: Board.said)
      try await sender.send("go", from: "button")
      let other = try await TestPage.open("/b", over: transport)
      #expect(other["line"]?["text"] == "hello")
    }
  }
}
