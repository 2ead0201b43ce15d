import Espalier
import EspalierLocks
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// What a returning client receives, and what the server keeps for it.
@Suite struct CatchUpTests {
  private struct Line: Content {
    static let say = Event<String>("say")
    static let said = SharedData<String>("said")
    var text = ""
    var html: HTML { "<p>\(text)</p><form \(Self.say)><input name=\"data\"></form>" }
  }

  private let site: Site
  private let instance: PageInstance
  private let long = String(repeating: "<long>", count: 20_000)

  init() throws {
    var limits = PageLimits()
    limits.journalBytes = 1 << 20
    limits.receiptBytes = 1 << 18
    site = Site(templates: "none", files: "none", limits: Limits(pages: limits), log: .silent) {
      Page("/line", title: "") {
        let (root, line) = (ContainerModel(), CellModel(Line()))
        root.add(line)
        root.on(Line.say) { root, text in
          line.content.text = text
          root.share(text, to: Line.said)
        }
        return root
      }
    }
    instance = try site.core.instance(of: #require(try site.core.page(at: "/line")))
  }

  private func say(_ text: String, id: String? = nil, version: String? = nil, accept: MediaType = .json) throws
    -> (status: Int, body: String, tag: String?)
  {
    var event: JSON = ["node": "line", "event": "say", "data": .string(text)]
    if case .object(var object) = event {
      object["id"] = id.map { .string("an-id-that-is-long-enough-\($0)") }
      object["version"] = version.map { .string($0) }
      event = .object(object)
    }
    let headers: Headers = [.contentType: "application/json", .accept: accept.description]
    let reply = try #require(
      try ask(site, "/line/events", headers, .post, body: String(decoding: event.bytes, as: UTF8.self)))
    return (reply.status.code, self.body(of: reply), reply.headers[.etag])
  }

  private func body(of reply: Response?) -> String {
    String(decoding: reply?.body.collected ?? [], as: UTF8.self)
  }

  private func version() throws -> String {
    try #require(try ask(site, "/line", [.accept: "application/json"])?.headers[.etag]).filter { $0 != "\"" }
  }

  private func kinds(_ query: String) throws -> [String] {
    let document = try JSON(parsing: Array(self.body(of: ask(site, "/line/patches?format=json&\(query)")).utf8))
    guard case .array(let patches)? = document["patches"] else { return [] }
    return patches.compactMap { $0["event"]?.text }
  }

  @Test func `a browser's report of a repair is counted, and logged once for each page instance`() throws {
    let lines = Lock<[String]>([])
    let log = Log(threshold: .warning) { bytes in lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
    let site = Site(templates: "none", files: "none", log: log) {
      Page("/line", title: "") { ContainerModel() }
    }
    let version = try #require(try ask(site, "/line", [.accept: "application/json"])?.headers[.etag]).filter {
      $0 != "\""
    }
    for _ in 0..<3 {
      let reply = try ask(site, "/line/patches?format=json&dialect=dom&since=\(version)&repair=1")
      #expect(body(of: reply) == "{\"version\":\"\(version)\",\"patches\":[]}\n")
    }
    #expect(site.core.metrics.repairs.value == 3)
    #expect(lines.withLock { $0.filter { $0.contains("differed") } }.count == 1)
  }

  @Test func `a short replay is sent as patches, and a long one as a snapshot`() throws {
    for number in 0..<20 { _ = try say("\(number)") }
    #expect(try kinds("last=20") == Array(repeating: "patch", count: 20))
    let before = try version()
    for number in 0..<5 { _ = try say("\(number) \(long)") }
    for dialect in Dialect.allCases {
      #expect(try kinds("dialect=\(dialect.rawValue)&since=\(before)") == ["snapshot"])
      #expect(try kinds("dialect=\(dialect.rawValue)&last=1") == ["patch"])
      let stream = EventStream()
      instance.enter {
        $0.attach(Viewer(stream: stream, dialect: dialect, browser: "b"), since: .version(Version(before)))
      }
      #expect(stream.pending < 3 * long.utf8.count * 3)
      stream.finish(.gone)
    }
  }

  @Test func `the journal and the receipts stay within their limits of bytes, whatever clients ask for`() throws {
    for number in 0..<60 {
      _ = try say("\(number) \(long)", id: "\(number)", accept: number % 2 == 0 ? .json : .jsonPatch)
      for dialect in Dialect.allCases { _ = try kinds("dialect=\(dialect.rawValue)&last=3") }
    }
    instance.enter { instance in
      #expect(instance.publisher.journal.bytes <= 1 << 20)
      #expect(instance.publisher.missed(since: .last(9)) == nil && instance.publisher.missed(since: .last(1)) != nil)
    }
    #expect(site.core.metrics.rejections[.journalBytes] > 0 && site.core.metrics.rejections[.receiptBytes] > 0)
    // An old event still counts once. Its reply only says that it was repeated, or has the whole page for who applies patches.
    let before = try version()
    let repeated = try say("0 \(long)", id: "0")
    #expect(repeated.status == 200 && repeated.body.contains("\"repeated\":true") && repeated.body.count < 1000)
    #expect(try say("1 \(long)", id: "1", accept: .jsonPatch).body.hasPrefix(#"[{"op":"replace","path":"","value":{"#))
    #expect(try say("0", id: "0").status == 422)
    #expect(try version() == before)
  }

  @Test func `a repeat whose patch is gone gets the whole page if the client knows no versions`() throws {
    for number in 0..<60 { _ = try say("\(number) \(long)", id: "\(number)") }
    _ = try say("end")
    let repeated = try say("0 \(long)", id: "0", accept: .turboStream)
    #expect(repeated.body.contains("target=\"~root\"") && repeated.body.contains("<p>end</p>"))
  }

  @Test func `a refusal for an old version is short, however much has changed since`() throws {
    let old = try version()
    _ = try say("short")
    #expect(try say("x", version: old).body.contains("\"patches\":[{"))
    _ = try say(long)
    let refusal = try say("x", version: old)
    #expect(refusal.status == 409 && refusal.body.count < 1000)
    let now = try version()
    #expect(refusal.body.contains("too long to list here") && refusal.body.contains("\"version\":\"\(now)\""))
    #expect(try say("x", version: "other.1").body.count < 1000)
  }
}
