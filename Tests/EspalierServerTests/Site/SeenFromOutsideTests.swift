import EspalierLocks
import EspalierTesting
import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierServer

private struct Lamp: Content {
  static let toggle = Event<NoData>("toggle")
  static let ignored = Event<NoData>("ignored")
  static let kept = Event<NoData>("kept")
  static let site = Event<NoData>("site")
  var isOn = false
  var html: HTML {
    "<p>\(isOn ? "on" : "off")</p><button \(Self.toggle)>T</button><button \(Self.ignored)>I</button><button \(Self.kept)>K</button><button \(Self.site)>S</button>"
  }
}

private final class LampList: ContainerModel {
  override func didLoad() {
    let lamp = CellModel(Lamp())
    add(lamp)
    on(Lamp.toggle) { _ in lamp.content.isOn.toggle() }
    on(Lamp.kept) { $0.stopPropagation() }
  }
}

@Suite struct SeenFromOutsideTests {
  private func site(_ limits: PageLimits = PageLimits(), metrics: Exposure = .off) -> Site {
    Site(templates: "none", files: "none", limits: Limits(pages: limits), metrics: metrics, log: .silent) {
      Page("/lamp", title: "Lamp") { LampList() }
    }
  }

  @Test func `in development an event without a handler is logged once, with its declaration`() async throws {
    for isDevelopment in [true, false] {
      let lines = Lock<[String]>([])
      let log = Log(threshold: .warning) { bytes in lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      }
      let site = Site(templates: "none", files: "none", isDevelopment: isDevelopment, log: log) {
        Page("/lamp", title: "Lamp") { LampList() }
      }
      let page = try await TestPage.open("/lamp", over: InProcess(site))
      for event in ["toggle", "kept", "ignored", "ignored"] { try await page.send(event, from: "lamp") }
      let warnings = lines.withLock { $0 }.filter { $0.contains("no handler answers") }
      #expect(warnings.count == (isDevelopment ? 1 : 0))
      #expect(
        warnings.allSatisfy {
          $0.contains("no handler answers ignored of") && $0.contains("SeenFromOutsideTests.swift:")
        })
    }
  }

  private func reply(_ site: Site, _ path: String, from address: String = "127.0.0.1") throws -> Response? {
    reply(site, try Request(.get, path, remoteAddress: address))
  }

  private func reply(_ site: Site, _ request: Request) -> Response? {
    let replies = Lock<[Response]>([])
    site.responder.respond(to: request, Answer { reply in replies.withLock { $0.append(reply) } })
    return replies.withLock { $0.first }
  }

  @Test func `an event is counted by its outcome`() async throws {
    let site = site()
    site.on(Lamp.site) { _ in }
    let page = try await TestPage.open("/lamp", over: InProcess(site))
    for event in ["toggle", "ignored", "kept", "site"] { try await page.send(event, from: "lamp") }
    let nobody = try Request(
      .post, "/lamp/events", headers: [.contentType: "application/json"],
      body: Array(#"{"node":"nobody","event":"toggle","id":"0123456789abcdef"}"#.utf8))
    #expect(reply(site, nobody)?.status == .gone)
    let events = site.core.metrics.events
    #expect(EventOutcome.allCases.map { events[$0] } == [2, 1, 1, 0, 1])
    #expect(site.core.metrics.eventRefusals[.unknownNode] == 1)
    #expect(site.core.metrics.eventTime.snapshot.buckets.reduce(0, +) >= 4)
  }

  @Test func `a change is one render, one flush and one version, and is encoded only on demand`() async throws {
    let site = site()
    let page = try #require(try site.core.page(at: "/lamp"))
    let instance = try site.core.instance(of: page, for: nil)
    let metrics = site.core.metrics
    #expect((metrics.renders.value, metrics.flushes.value, metrics.streaming.patches.value) == (1, 1, 0))
    let streams = (0..<3).map { _ in EventStream() }
    instance.enter { instance in
      for stream in streams {
        instance.attach(Viewer(stream: stream, dialect: .dom, browser: "b"), since: .version(instance.version))
      }
    }
    #expect(metrics.pages["/lamp"]?.viewers.value == 3)
    instance.enter { $0.change { _ = try? $0.receive("toggle", from: "lamp", data: .null) } }
    #expect((metrics.renders.value, metrics.flushes.value, metrics.streaming.patches.value) == (2, 2, 1))
    #expect((metrics.streaming.patchEncodings[.dom], metrics.streaming.patchEncodings[.jsonPatch]) == (1, 0))
    instance.enter { $0.change { _ in } }
    #expect((metrics.flushes.value, metrics.streaming.patches.value) == (2, 1))
  }

  @Test func `clients without access to the metrics get 404`() throws {
    #expect(try reply(site(), "/metrics")?.status == .notFound)
    let named = site(metrics: .addresses(["127.0.0.1"]))
    #expect(try reply(named, "/metrics")?.status == .ok)
    #expect(try reply(named, "/metrics", from: "192.0.2.7")?.status == .notFound)
    #expect(try reply(site(metrics: .everyone), "/metrics", from: "192.0.2.7")?.status == .ok)
  }

  @Test func `a site is ready while it serves, healthy until it ends, and refuses streams when it stops`() throws {
    let site = site()
    func statuses() throws -> [Int?] {
      try ["/readyz", "/healthz", "/lamp/patches"].map { try reply(site, $0)?.status.code }
    }
    #expect(try statuses() == [200, 200, 200])
    site.core.enter(.draining)
    #expect(try statuses() == [503, 200, 200])
    site.core.enter(.stopping)
    #expect(try statuses() == [503, 200, 503])
    #expect(try reply(site, "/lamp/patches")?.headers[.retryAfter] == "1")
    site.core.enter(.serving)
    #expect(try statuses() == [200, 200, 200])
  }

  @Test(arguments: ["/healthz", "/readyz", "/metrics"])
  func `a page cannot have one of the server's own paths`(path: String) {
    let site = Site(log: .silent) { Page(path, title: "") { LampList() } }
    #expect(throws: SiteError.self) { try site.check() }
  }

  @Test func `when the server stops, it tells each stream a random time to return`() throws {
    var limits = PageLimits()
    limits.comeback = .milliseconds(2000)...(.milliseconds(60_000))
    let site = site(limits)
    let instance = try site.core.instance(of: #require(try site.core.page(at: "/lamp")), for: nil)
    let streams = (0..<20).map { _ in EventStream() }
    instance.enter { instance in
      for stream in streams {
        instance.attach(Viewer(stream: stream, dialect: .dom, browser: "b"), since: .version(instance.version))
      }
    }
    site.core.enter(.stopping)
    let times = streams.map { stream -> Int in
      guard case .bytes(let bytes) = stream.take(atMost: 1000, park: nil) else { return 0 }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 6 && lines[2] == "event: bye" && lines.suffix(2) == ["", ""])
      let time = lines[0].hasPrefix("retry: ") ? Int(lines[0].dropFirst(7)) ?? 0 : 0
      #expect(lines[3] == "data: {\"retry\":\(time)}")
      return time
    }
    #expect(times.allSatisfy { (2000...60_000).contains($0) })
    #expect(Set(times).count > 10)
  }
}
