import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierInspector
@testable import EspalierServer

@Suite struct FaultLabTests {
  private static func site(_ tools: SiteTool...) -> Site {
    Site(templates: "none", files: "none", metrics: .everyone, log: .silent, tools: tools) {
      Page("/ledger", title: "Ledger") { Ledger() }
    }
  }
  private static let add: JSON = ["what": "add", "token": "t", "at": 0]

  private func reply(
    _ site: Site, _ method: EspalierHTTP.Method, _ target: String, _ accept: MediaType, body: JSON? = nil
  )
    async throws -> Response
  {
    let headers: Headers = [.accept: accept.description, .contentType: MediaType.json.description]
    let request = try Request(method, target, headers: headers, body: body?.bytes ?? [])
    return await withCheckedContinuation { continuation in
      site.responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
  }

  private func post(_ site: Site, id: String? = nil) async throws -> Response {
    var event = JSONObject([("node", "desk"), ("event", "act"), ("data", Self.add)])
    event["id"] = id.map { .string($0) }
    return try await reply(site, .post, "/ledger/events", .jsonPatch, body: .object(event))
  }

  /// The versions of the first events on a stream, up to this count or its end.
  private func events(_ stream: EventStream, _ count: Int) async -> [String] {
    var (reader, events) = (EventReader(), [EventReader.Event]())
    let end = ContinuousClock.now + .seconds(60)
    while events.count < count, ContinuousClock.now < end {
      switch stream.take(atMost: .max, park: nil) {
      case .bytes(let bytes): events += reader.read(bytes)
      case .nothing: await Task.yield()
      case .end: return events.map { String($0.id.split(separator: ".")[1]) } + ["end"]
      }
    }
    return events.map { String($0.id.split(separator: ".")[1]) }
  }

  @Test(arguments: [
    (Faults(drop: 2), ["1", "3"]), (Faults(duplicate: 2), ["1", "2", "2", "3"]), (Faults(reorder: 2), ["1", "3", "2"]),
    (Faults(cut: 2), ["1", "end"]), (Faults(drop: 3), ["1", "2", "end"]), (.none, ["1", "2", "3"]),
  ])
  func `a stream gets its browser's faults, and ends if its last event was dropped`(
    faults: Faults, numbers: [String]
  ) async throws {
    let inspector = Inspector()
    let site = Self.site(inspector.tool)
    guard case .stream(let stream) = try await reply(site, .get, "/ledger/patches?last=0", .eventStream).body else {
      Issue.record("there is no stream")
      return
    }
    // Set only now: a stream that is already open must use it too.
    inspector.faults.everyone = faults
    let heard = Task { await self.events(stream, numbers.count) }
    let instance = try site.core.instance(of: #require(try site.core.page(at: "/ledger")), for: nil)
    for _ in 0..<3 {
      instance.enter { instance in
        guard let turn = try? instance.tree.turn(receiving: SentEvent("act", from: "desk", data: Self.add)).turn else {
          return
        }
        instance.perform(turn)
      }
    }
    #expect(await heard.value == numbers)
    stream.finish(.gone)
  }

  @Test func `a reply is dropped or cut, and the page itself never`() async throws {
    let inspector = Inspector()
    let site = Self.site(inspector.tool)
    inspector.faults.everyone = Faults(drop: 1)
    guard case .stream(let nothing) = try await post(site).body else { Issue.record("it was answered"); return }
    #expect((nothing.end, nothing.pending) == (.broken, 0))
    inspector.faults.everyone = Faults(cut: 1)
    guard case .stream(let half) = try await post(site).body else { Issue.record("it was answered whole"); return }
    #expect(half.end == .broken)
    #expect(half.pending > 10)
    #expect(try await reply(site, .get, "/ledger", .json).body.isWhole)
  }

  @Test func `an event with an id arrives twice and counts once, and one without an id arrives once`() async throws {
    let inspector = Inspector()
    let site = Self.site(inspector.tool)
    inspector.faults.everyone = Faults(duplicate: 1)
    #expect(try await post(site, id: "0123456789abcdef").headers[.etag]?.hasSuffix(".1\"") == true)
    #expect(try await post(site).headers[.etag]?.hasSuffix(".2\"") == true)
    let counted = try await reply(site, .get, "/metrics", .plainText).body
    guard case .bytes(let bytes) = counted else {
      Issue.record("there are no metrics")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("espalier_events_total{outcome=\"repeated\"} 1\n"))
  }

  @Test(arguments: [false, true])
  func `a test page keeps sending under faults, and each event counts once`(overSocket: Bool) async throws {
    let inspector = Inspector()
    let site = Self.site(inspector.tool)
    inspector.faults.everyone = Faults(cut: 4, drop: 3, reorder: 5, duplicate: 2)
    let page =
      overSocket
      ? try await TestPage.open("/ledger", over: OverSocket(site))
      : try await TestPage.open("/ledger", over: InProcess(site))
    for number in 0..<8 {
      let data: JSON = ["what": "add", "token": .string("\(number)"), "at": 0]
      try await page.send("act", from: "desk", data: data)
    }
    let all = (0..<8).map { JSON.string("\($0)") }
    #expect(page["desk"]?["heard"] == .array(all))
  }

  @Test func `a browser's own faults take precedence over everyone's`() {
    let lab = FaultLab()
    lab.everyone = Faults(drop: 2)
    lab["a"] = Faults(cut: 3)
    #expect(lab["a"] == Faults(cut: 3))
    #expect(lab.line(for: "a")?.faults == Faults(cut: 3))
    #expect(lab.line(for: "b")?.faults == Faults(drop: 2))
    lab["a"] = .none
    lab.everyone = .none
    #expect(lab.line(for: "a") == nil)
  }

  @Test func `production has no fault lab`() async throws {
    #expect(try await reply(Self.site(), .get, "/faults", .json).status == .notFound)
    #expect(try await reply(Self.site(.inspector()), .get, "/faults", .json).status == .notFound)
    #expect(try await reply(Self.site(.inspector(faults: .everyone)), .get, "/faults", .json).status == .ok)
  }
}

extension Response.Body {
  fileprivate var isWhole: Bool { if case .bytes = self { true } else { false } }
}
