import EspalierLocks
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Requests that wait for patches.
@Suite struct PollTests {
  private struct Counter: Content {
    static let add = Event<Int>("add")
    var number = 0
    var html: HTML { "<p>\(number)</p><button \(Self.add, sends: 1)>Add</button>" }
  }
  private final class CounterList: ContainerModel {
    override func didLoad() {
      let counter = CellModel(Counter())
      add(counter)
      on(Counter.add) { counter.content.number += $1 }
    }
  }

  private let site = Site(log: .silent) { Page("/count", title: "Count") { CounterList() } }
  private let transport: InProcess

  init() throws { transport = try InProcess(site) }

  private func poll(_ query: String) async throws -> (status: Int, body: JSON) {
    let response = try await transport.reply(
      to: try Request(.get, "/count/patches?format=json\(query)", headers: [:], body: []))
    guard case .bytes(let bytes) = response.body else { return (response.status.code, .null) }
    return (response.status.code, try JSON(parsing: bytes))
  }

  private func patches(_ reply: (status: Int, body: JSON)) -> Int {
    if case .array(let patches) = reply.body["patches"] { patches.count } else { -1 }
  }

  @Test func `a poll waits for the change and gets it`() async throws {
    let page = try await TestPage.open("/count", over: transport)
    let version = page.version
    async let first = poll("&wait=30&since=\(version)")
    async let second = poll("&wait=30&since=\(version)")
    let instance = try site.core.instance(of: #require(try site.core.page(at: "/count")), for: nil)
    while instance.audience.count < 2 { await Task.yield() }
    try await page.send("add", from: "counter")
    #expect(try await patches(first) == 1)
    #expect(try await patches(second) == 1)
    #expect(instance.audience.count == 0)
  }

  @Test func `a poll that missed a version, or the whole epoch, does not wait`() async throws {
    let page = try await TestPage.open("/count", over: transport)
    let before = page.version
    try await page.send("add", from: "counter")
    #expect(try await patches(poll("&wait=60&since=\(before)")) == 1)
    #expect(try await poll("&wait=60&since=other.1").body["patches"]?.description.contains("snapshot") == true)
  }

  @Test func `a poll without a change is answered when its time is over or the server stops`() async throws {
    let page = try await TestPage.open("/count", over: transport)
    #expect(try await patches(poll("&wait=1&since=\(page.version)")) == 0)
    let version = page.version
    async let waiting = poll("&wait=60&since=\(version)")
    let instance = try site.core.instance(of: #require(try site.core.page(at: "/count")), for: nil)
    while instance.audience.count < 1 { await Task.yield() }
    instance.enter { $0.sayGoodbye() }
    #expect(try await patches(waiting) == 0)
  }

  @Test func `a client that hangs up stops waiting`() throws {
    let server = try site.server(HTTPConfiguration(port: 0, log: .silent))
    let port = try server.start().port
    defer { server.stop() }
    let instance = try site.core.instance(of: #require(try site.core.page(at: "/count")), for: nil)
    var client: RawClient? = try RawClient(port)
    client?.get("/count/patches?format=json&wait=60&since=\(Self.version(of: instance))")
    #expect(eventually { instance.audience.count == 1 })
    client = nil
    #expect(eventually { instance.audience.count == 0 })
    // A client that ended only its own side still gets its reply.
    let half = try RawClient(port)
    half.get("/count/patches?format=json&wait=60&since=\(Self.version(of: instance))")
    #expect(eventually { instance.audience.count == 1 })
    half.finishSending()
    #expect(half.reply()?.body.contains("\"patches\":[]") == true)
    #expect(eventually { server.metrics.connectionsClosed.value == server.metrics.connectionsOpened.value })
  }

  private static func version(of instance: PageInstance) -> Version {
    let version = Lock<Version?>(nil)
    instance.enter { instance in version.withLock { $0 = instance.version } }
    return version.withLock { $0 } ?? Version(epoch: "none")
  }

  @Test(arguments: ["x", "-1", "61", "1.5", ""])
  func `a malformed waiting time is refused by name`(wait: String) async throws {
    let reply = try await poll("&wait=\(wait)")
    #expect(reply.status == 422)
    #expect(reply.body["field"] == "wait")
    #expect(site.core.metrics.rejections[.wait] == (wait == "61" ? 1 : 0), "text that is not a number crosses no limit")
  }
}
