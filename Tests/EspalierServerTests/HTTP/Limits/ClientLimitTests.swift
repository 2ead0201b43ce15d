import EspalierLocks
import Espalier
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The limits of one client, and the refusals that it receives.
struct ClientLimitTests {
  private func site(_ change: (inout PageLimits) -> Void) -> Site {
    var limits = PageLimits()
    change(&limits)
    return Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/shared", title: "") { ContainerModel() }
      Page("/own", title: "", scope: .browser) { ContainerModel() }
    }
  }

  private func browser(_ letter: String) -> Headers { [.cookie: "espalier=\(String(repeating: letter, count: 32))"] }

  private func problem(_ reply: Response?) throws -> JSON {
    guard case .bytes(let bytes) = reply?.body else { return .null }
    return try JSON(parsing: bytes)
  }

  private func stream(_ reply: Response?) -> EventStream? {
    if case .stream(let stream) = reply?.body { stream } else { nil }
  }

  @Test func `a browser has a limited number of streams over all pages, and gets another when one ends`() throws {
    let site = site { $0.streamsPerBrowser = 2 }
    let (mine, other) = (browser("a"), browser("b"))
    let first = stream(try ask(site, "/shared/patches", mine))
    #expect(stream(try ask(site, "/own/patches", mine)) != nil)
    let third = try ask(site, "/shared/patches", mine)
    #expect(third?.status == .tooManyRequests)
    #expect(third?.headers[.retryAfter] == "1")
    #expect(try problem(third)["limit"] == "streamsPerBrowser")
    #expect(site.core.metrics.rejections[.streamsPerBrowser] == 1)
    #expect(stream(try ask(site, "/shared/patches", other)) != nil)
    first?.close()
    #expect(stream(try ask(site, "/shared/patches", mine)) != nil)
  }

  @Test func `a stream without a cookie sets one, unless it names a browser's instance`() throws {
    let site = site { _ in }
    let given = try ask(site, "/shared/patches")?.headers[.setCookie]
    #expect(given?.hasPrefix("espalier=") == true)
    #expect(try ask(site, "/shared/patches", browser("a"))?.headers[.setCookie] == nil)
    let instance = try #require(try ask(site, "/own")?.headers["Espalier-Instance"])
    let named = try ask(site, "/own/patches?instance=\(instance)")
    #expect(stream(named) != nil && named?.headers[.setCookie] == nil)
  }

  @Test func `a client that takes a new cookie for each event is limited by its address`() throws {
    let site = site { $0.eventsPerAddress = 5 }
    func send(from address: String) throws -> Response? {
      let headers: Headers = [.cookie: "espalier=\(RandomID.next())", .contentType: "application/json"]
      return try ask(site, "/shared/events", headers, .post, body: #"{"node": "x", "event": "y"}"#, from: address)
    }
    for _ in 0..<5 { #expect(try send(from: "192.0.2.1")?.status == .gone) }
    let refused = try send(from: "192.0.2.1")
    #expect(refused?.status == .tooManyRequests && refused?.headers[.retryAfter] == "1")
    #expect(try problem(refused)["limit"] == "eventsPerAddress")
    #expect(try send(from: "192.0.2.2")?.status == .gone)
    #expect(site.core.metrics.rejections[.eventsPerAddress] == 1)
  }

  @Test func `an address can make a limited number of page instances and keeps using those it has`() throws {
    let site = site { ($0.instancesPerSecond, $0.instanceBurst) = (1, 3) }
    let first = try #require(try ask(site, "/own")?.headers["Espalier-Instance"])
    for letter in ["a", "b"] { #expect(try ask(site, "/own", browser(letter))?.status == .ok) }
    for headers in [[:], browser("c")] {
      let refused = try ask(site, "/own", headers)
      #expect(refused?.status == .tooManyRequests && refused?.headers[.retryAfter] == "1")
      #expect(headers[.cookie] != nil || refused?.headers[.setCookie] == nil, "a refusal gives no first cookie")
      #expect(try problem(refused)["limit"] == "instancesPerSecond")
    }
    #expect(try ask(site, "/own?instance=\(first)")?.status == .ok)
    #expect(try ask(site, "/own", browser("a"))?.status == .ok)
    #expect(try ask(site, "/shared")?.status == .ok)
    #expect(try ask(site, "/own", from: "192.0.2.2")?.status == .ok)
    #expect(site.core.metrics.rejections[.instancesPerSecond] == 2)
  }

  @Test func `events above the rate are refused with a time to wait, for each browser and each address`()
    throws
  {
    let site = site { ($0.eventsPerSecond, $0.eventBurst) = (1, 3) }
    func send(_ headers: Headers, from address: String = "192.0.2.1") throws -> Response? {
      var headers = headers
      headers[.contentType] = "application/json"
      return try ask(
        site, "/shared/events", headers, .post, body: #"{"node": "x", "event": "y"}"#, from: address)
    }
    let clients: [(Headers, String)] = [
      (browser("a"), "192.0.2.1"), (browser("b"), "192.0.2.1"), ([:], "192.0.2.1"), ([:], "192.0.2.2"),
    ]
    for (headers, address) in clients {
      for _ in 0..<3 { #expect(try send(headers, from: address)?.status == .gone) }
      let refused = try send(headers, from: address)
      #expect(refused?.status == .tooManyRequests && refused?.headers[.retryAfter] == "1")
      #expect(try problem(refused)["limit"] == "eventsPerSecond")
    }
    #expect(site.core.metrics.rejections[.eventsPerSecond] == 4)
    #expect(site.core.metrics.eventRefusals[.tooManyRequests] == 4)
  }

  /// The pages of others listen to what this one sends, and take a while to show it.
  private final class Wall: Sendable { let notes = Signal(0) }

  private struct Brush: Content {
    static let paint = Event<NoData>("paint")
    var html: HTML { "<button \(Self.paint)>Paint</button>" }
  }

  private final class Painter: ContainerModel {
    private let isSlow: Bool

    init(isSlow: Bool) {
      self.isSlow = isSlow
      super.init(id: "painter")
    }

    override func didLoad() {
      guard let wall = service(Wall.self) else { return }
      add(CellModel(Brush(), key: "brush"))
      on(Brush.paint) { _, _ in wall.notes.update { $0 += 1 } }
      listen(to: wall.notes) { [isSlow] _, _ in
        let end = ContinuousClock.now + .milliseconds(30)
        while isSlow, .now < end {}
      }
    }
  }

  @Test(arguments: ["", "/own"])
  func `a client whose events keep pages of others busy is refused until they have recovered`(slow: String) throws {
    var limits = PageLimits()
    // A client may keep others busy for 100 ms at once.
    limits.eventWork = .milliseconds(10)
    let site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/shared", title: "") { Painter(isSlow: slow == "") }
      Page("/own", title: "", scope: .browser) { Painter(isSlow: slow == "/own") }
    }
    site.provide(Wall())
    func send(_ letter: String) throws -> Response? {
      var headers = browser(letter)
      headers[.contentType] = "application/json"
      let body = #"{"node": "brush", "event": "paint"}"#
      return try ask(site, "/shared/events", headers, .post, body: body, from: "192.0.2.\(letter == "a" ? 1 : 2)")
    }
    // The page that listens has a viewer, so it does not rest.
    let listening = slow == "/own" ? stream(try ask(site, "/own/patches", browser("c"))) : nil
    let replies = try (0..<9).map { _ in
      let reply = try send("a")
      site.core.workers.settle()
      return reply
    }
    let refused = try #require(replies.first { $0?.status == .tooManyRequests })
    #expect(replies.prefix(3).allSatisfy { $0?.status == .ok })
    #expect(try problem(refused)["limit"] == "eventWork")
    #expect(refused?.headers[.retryAfter] != nil)
    #expect(site.core.metrics.rejections[.eventWork] > 0)
    #expect(try send("b")?.status == .ok)
    withExtendedLifetime(listening) {}
  }

  @Test func `a request for a page for which too many wait gets 503`() throws {
    let site = site { $0.waiting = 2 }
    let id = try #require(try ask(site, "/shared")?.headers["Espalier-Instance"])
    let instance = try #require(site.core.instances.instance(id))
    let answers = Lock<[Response?]>([])
    instance.enter { _ in
      for _ in 0..<3 { if let reply = try? ask(site, "/shared") { answers.withLock { $0.append(reply) } } }
    }
    #expect(answers.withLock { $0.map { $0?.status } } == [.serviceUnavailable])
    #expect(site.core.metrics.rejections[.waiting] == 1)
    #expect(site.core.metrics.pages["/shared"]?.waiting.value == 0)
  }
}

/// Returns the reply that a site gives immediately.
func ask(
  _ site: Site, _ path: String, _ headers: Headers = [:], _ method: Method = .get, body: String = "",
  from address: String = "127.0.0.1"
) throws -> Response? {
  let response = Lock<Response?>(nil)
  let request = try Request(method, path, headers: headers, body: Array(body.utf8), remoteAddress: address)
  site.responder.respond(to: request, Answer { reply in response.withLock { $0 = reply } })
  return response.withLock { $0 }
}
