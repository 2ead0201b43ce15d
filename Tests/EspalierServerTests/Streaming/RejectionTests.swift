import EspalierLocks
import Espalier
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Crossing a limit once counts once under the limit's name.
struct RejectionTests {
  private func rejections(_ metrics: HTTPMetrics) -> [LimitName: Int] {
    var counts: [LimitName: Int] = [:]
    let rejections = metrics.rejections
    for limit in rejections.labels where rejections[limit] > 0 { counts[limit] = rejections[limit] }
    return counts
  }

  @Test(arguments: [
    (LimitName.headerDeadline, "GET /hello HTTP/1.1\r\nHost: x\r\n"),
    (.headerDeadline, ""),
    (.bodyDeadline, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab"),
    (.body, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n"),
    (.target, "GET /\(text(4096)) HTTP/1.1\r\nHost: x\r\n\r\n"),
    (.headers, "GET / HTTP/1.1\r\nHost: x\r\n\((1...100).map { "A\($0): a\r\n" }.joined())\r\n"),
    (.headerMemory, "GET /\(text(40_000)) HTTP/1.1\r\nHost: x\r\n\r\n"),
    (.headerMemory, "GET / HTTP/1.1\r\nHost: x\r\nA: \(text(40_000))\r\n\r\n"),
    (.headerMemory, "GET / HTTP/1.1\r\nHost: x\r\nA: \(text(13_000))\r\n\r\n"),
  ])
  func `a request over a limit is counted under that limit`(limit: LimitName, request: String) throws {
    let server = try TestServer(
      limits {
        $0.body = 1000
        $0.headerDeadline = .milliseconds(100)
        $0.bodyDeadline = .milliseconds(100)
      })
    let client = try RawClient(server.port)
    if !request.isEmpty { client.send(request) }
    #expect(eventually { !rejections(server.server.metrics).isEmpty })
    if [.headerDeadline, .bodyDeadline].contains(limit) { #expect(client.readAll().isEmpty) }
    #expect(rejections(server.server.metrics) == [limit: 1])
  }

  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  @Test func `a connection over the limit of its address is counted`() throws {
    let server = try TestServer(limits { $0.connectionsPerAddress = 1 })
    let first = try RawClient(server.port)
    first.get("/hello")
    #expect(first.reply()?.status == 200)
    #expect(try RawClient(server.port).readAll().isEmpty)
    #expect(rejections(server.server.metrics) == [.connectionsPerAddress: 1])
    #expect(server.server.metrics.connectionsOpened.value == 1)
  }

  @Test func `an answer that takes longer than the grace period is counted`() throws {
    let kept = Lock<Answer?>(nil)
    let server = try TestServer(limits { $0.shutdownGrace = .milliseconds(100) }) { _, answer in
      kept.withLock { $0 = answer }
    }
    let client = try RawClient(server.port)
    client.get("/")
    #expect(eventually { kept.withLock { $0 != nil } })
    server.server.stop()
    #expect(rejections(server.server.metrics) == [.shutdownGrace: 1])
    kept.withLock { $0 = nil }
  }

  @Test func `a client that leaves before its answer is not a rejection, even after an answer on the same connection`()
    throws
  {
    let server = try TestServer()
    let client = try RawClient(server.port)
    client.get("/hello")
    #expect(client.reply()?.status == 200)
    client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
    client.finishSending()
    #expect(eventually { server.server.metrics.unanswered.value == 1 })
    #expect(rejections(server.server.metrics).isEmpty)
    #expect(server.server.metrics.requests.samples.count == 1)
  }

  private struct Clock: Content {
    static let tick = Event<NoData>("tick")
    var ticks = 0
    var html: HTML { "<p>\(ticks)</p><button \(Self.tick)>Tick</button>" }
  }

  private func site(_ change: (inout PageLimits) -> Void) -> Site {
    var limits = PageLimits()
    change(&limits)
    return Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/clock", title: "") {
        let clock = CellModel(Clock())
        let root = ContainerModel()
        root.add(clock)
        root.on(Clock.tick) { _ in clock.content.ticks += 1 }
        return root
      }
    }
  }

  private func tick(_ site: Site, id: String = "") throws {
    let query = id.isEmpty ? "" : "&id=\(String(repeating: id, count: 16))"
    let headers: Headers = [.accept: "application/json", .contentType: MediaType.form.description]
    #expect(try ask(site, "/clock/events?node=clock&event=tick\(query)", headers, .post)?.status == .ok)
  }

  @Test func `clients that ask for a version older than the journal are counted, by stream or poll, and no others`()
    throws
  {
    let site = site { $0.journal = 3 }
    let instance = try site.core.instance(of: #require(try site.core.page(at: "/clock")))
    let versions = try (0...5).map { count in
      if count > 0 { try tick(site) }
      return try #require(try ask(site, "/clock", [.accept: "application/json"])?.headers[.etag]).filter { $0 != "\"" }
    }
    func come(since version: String, _ query: String = "") throws {
      _ = try ask(site, "/clock/patches?since=\(version)\(query)")
    }
    for version in versions[2...] + ["other.1", "\(versions[0].dropLast())9"] { try come(since: version) }
    #expect(rejections(site.core.metrics.http).isEmpty)
    try come(since: versions[1])
    try come(since: versions[0], "&format=json")
    try come(since: versions[0], "&format=json&wait=9")
    #expect(rejections(site.core.metrics.http) == [.journal: 3])
    withExtendedLifetime(instance) {}
  }

  @Test func `events with forgotten ids are counted`() throws {
    let site = site { $0.receipts = 2 }
    for id in ["a", "b", "a", "b"] { try tick(site, id: id) }
    #expect(rejections(site.core.metrics.http).isEmpty)
    for id in ["c", "d", "c"] { try tick(site, id: id) }
    #expect(rejections(site.core.metrics.http) == [.receipts: 2])
  }

  @Test func `pages and viewers over their limits are counted`() throws {
    var limits = PageLimits()
    limits.viewers = 0
    limits.instances = 0
    let site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/shared", title: "") { ContainerModel() }
      Page("/own", title: "", scope: .browser) { ContainerModel() }
    }
    #expect(try ask(site, "/shared/patches")?.status == .serviceUnavailable)
    #expect(try ask(site, "/own")?.status == .serviceUnavailable)
    #expect(rejections(site.core.metrics.http) == [.viewers: 1, .instances: 1])
  }
}
