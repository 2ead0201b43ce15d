import Espalier
import EspalierTesting
import EspalierLocks
import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// What a site answers beside its pages.
@Suite struct RouteTests {
  struct ItemURL: SiteURL {
    static let path = "/items/{id}"
    var id: Int
    var unit: String?
  }
  struct Odd: Error {}

  private func site(_ folder: String = "none", log: Log = .silent, limits: Limits = Limits()) -> Site {
    Site(templates: "none", files: "none", limits: limits, log: log) {
      Page("/board", title: "Board") { ContainerModel() }
      Redirect("/", to: "/board")
      Redirect("/old", to: ItemURL(id: 3), isPermanent: true)
      Route(.get, "/export.csv") { _ in .text("a,b\n", MediaType("text", "csv")) }
      Route(.get, ItemURL.self) { _, item in .text("\(item.id) \(item.unit ?? "-")") }
      Route(.post, ItemURL.self) { request, item in .text("\(item.id) \(try request.form()["name"] ?? "")") }
      Route(.put, "/fail") { _ in throw Odd() }
      Route(.get, "/refuse") { _ in throw HTTPError(status: .conflict, "The stock is being counted.", field: "stock") }
      if folder != "none" { Files("/downloads/all", folder: folder) }
    }
  }

  private func reply(
    _ site: Site, _ method: EspalierHTTP.Method, _ target: String, _ headers: Headers = [:], body: String = ""
  ) async throws -> Response {
    try await InProcess(site).reply(to: Request(method, target, headers: headers, body: Array(body.utf8)))
  }

  private func text(_ response: Response) -> String { String(decoding: response.body.collected, as: UTF8.self) }

  @Test func `a route answers its method and HEAD, and names its methods to others`() async throws {
    let site = site()
    let csv = try await reply(site, .get, "/export.csv")
    #expect(csv.status == .ok && text(csv) == "a,b\n" && csv.headers[.contentType] == "text/csv")
    #expect(try await reply(site, .head, "/export.csv").status == .ok)
    let refused = try await reply(site, .post, "/export.csv")
    #expect(refused.status.code == 405 && refused.headers[.allow] == "GET, HEAD")
    #expect(try await reply(site, .get, "/fail").headers[.allow] == "PUT")
  }

  @Test func `parameters have types, and routes of one path differ by method`() async throws {
    let site = site()
    #expect(text(try await reply(site, .get, "/items/7?unit=kg")) == "7 kg")
    let form: Headers = [.contentType: "application/x-www-form-urlencoded"]
    #expect(text(try await reply(site, .post, "/items/7", form, body: "name=Ann")) == "7 Ann")
    #expect(try await reply(site, .get, "/items/seven").status.code == 404)
    #expect(try await reply(site, .get, "/items/7?unit=a&unit=b").status.code == 422)
  }

  @Test func `a form of another site is refused, as at pages`() async throws {
    let form: Headers = [
      .contentType: "application/x-www-form-urlencoded", .host: "here", "Origin": "https://evil.example",
    ]
    #expect(try await reply(site(), .post, "/items/7", form, body: "name=x").status == .forbidden)
    let open = Site(templates: "none", files: "none", log: .silent) {
      Route(.post, "/hook", acceptsOtherSites: true) { _ in .text("taken") }
    }
    #expect(text(try await reply(open, .post, "/hook", form)) == "taken")
  }

  @Test func `what a route throws is an error of its own, or 500 and a line in the log`() async throws {
    let refused = try await reply(site(), .get, "/refuse")
    #expect(refused.status == .conflict)
    #expect(text(refused).contains("urn:espalier:problem:conflict") && text(refused).contains("stock"))
    let lines = Lock("")
    let log = Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    let failed = try await reply(site(log: log), .put, "/fail")
    // The client gets no details of it.
    #expect(failed.status.code == 500 && !text(failed).contains("Odd"))
    #expect(lines.withLock { $0 }.contains("level=error event=route path=/fail detail=Odd()"))
  }

  @Test func `a redirect keeps the query and says whether it is for ever`() async throws {
    let site = site()
    let first = try await reply(site, .get, "/?a=1")
    #expect(first.status.code == 307 && first.headers[.location] == "/board?a=1")
    let old = try await reply(site, .get, "/old")
    #expect(old.status.code == 308 && old.headers[.location] == "/items/3")
  }

  @Test func `a folder of files stands at a prefix, and nothing outside of it`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("guide.txt", "read me")
    let site = site(folder.path)
    try site.check()
    #expect(text(try await reply(site, .get, "/downloads/all/guide.txt")) == "read me")
    for path in ["/downloads/guide.txt", "/guide.txt", "/downloads/all", "/downloads/all/none.txt"] {
      #expect(try await reply(site, .get, path).status.code == 404, "\(path)")
    }
  }

  @Test func `a site may answer itself where there is nothing`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/board", title: "Board") { ContainerModel() }
      NotFound { .text("No \($0.path)", status: .notFound) }
    }
    let nothing = try await reply(site, .get, "/x/y")
    #expect(nothing.status == .notFound && text(nothing) == "No /x/y")
    #expect(try await reply(site, .get, "/board").status == .ok)
  }

  @Test func `requests of other methods than GET are limited like events`() async throws {
    var limits = Limits()
    limits.pages.eventsPerSecond = 1
    limits.pages.eventBurst = 2
    let site = site(limits: limits)
    let form: Headers = [.contentType: "application/x-www-form-urlencoded"]
    var codes: [Int] = []
    for _ in 0..<30 { codes.append(try await reply(site, .post, "/items/7", form, body: "name=x").status.code) }
    #expect(codes.first == 200 && codes.contains(429))
  }

  // MARK: Streamed bodies

  private func streaming(_ write: @escaping @Sendable (BodyWriter) async throws -> Void) throws -> OverSocket {
    try OverSocket(
      Site(templates: "none", files: "none", log: .silent) {
        Route(.get, "/rows") { _ in .stream(MediaType("text", "csv"), write) }
      })
  }

  @Test func `a long body is written while it is sent, each byte once`() async throws {
    let transport = try streaming { body in
      for number in 0..<300 { try await body.write([UInt8](repeating: UInt8(number % 256), count: 50_000)) }
      try await body.write("end")
    }
    let reply = try await transport.reply(to: Request(.get, "/rows"))
    let body = reply.body.collected
    #expect(body.count == 15_000_003 && body.suffix(3).elementsEqual("end".utf8))
    #expect(stride(from: 0, to: 15_000_000, by: 50_000).allSatisfy { body[$0] == UInt8($0 / 50_000 % 256) })
    #expect(reply.headers[.contentType] == "text/csv")
  }

  @Test func `a body that fails breaks the connection, so that nobody takes it for complete`() async throws {
    let transport = try streaming { body in
      try await body.write("begin")
      throw Odd()
    }
    await #expect(throws: ConnectionBroken.self) { try await transport.reply(to: Request(.get, "/rows")) }
  }

  @Test func `a writer notices that its client hung up`() async throws {
    let ended = Lock(false)
    let stream = Response.stream(.plainText) { body in
      do {
        while true { try await body.write([UInt8](repeating: 65, count: 100_000)) }
      } catch {
        ended.withLock { $0 = true }
        throw error
      }
    }
    guard case .stream(let body) = stream.body else { return #expect(Bool(false)) }
    try await until { body.pending > 0 }
    body.finish(.gone)
    try await until { ended.withLock { $0 } }
  }

  // MARK: Errors at the start

  private func error(@SiteBuilder _ parts: () -> [any SitePart]) -> String? {
    do {
      try Site(templates: "none", files: "none", log: .silent, parts: parts).check()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `two owners of a path, an untyped parameter and a missing folder are errors at the start`() {
    let board = Page("/board", title: "Board") { ContainerModel() }
    let route = Route(.get, "/board") { _ in .text("") }
    #expect(error { [board] as [any SitePart] + [route] }?.contains("/board is used twice") == true)
    #expect(error { [route, route] }?.contains("two routes for GET /board") == true)
    #expect(error { Route(.get, "/a/{id}") { _ in .text("") } }?.contains("conforms to SiteURL") == true)
    #expect(error { Files("/x", folder: "/no/such/folder") }?.contains("there is no folder") == true)
    #expect(error { Route(.get, "x") { _ in .text("") } }?.contains("must begin with /") == true)
    #expect(error { board } == nil)
  }
}
