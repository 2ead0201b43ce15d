import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The description of a site at `/openapi.json`.
@Suite struct OpenAPITests {
  struct ItemURL: SiteURL {
    static let path = "/items/{id}"
    var id: Int
    var unit: Unit?
    var isOpen: Bool
    var tags: [String]
    var size: Int
    enum Unit: String, Codable, CaseIterable { case kg, g }
  }
  struct Row: Content {
    static let take = Event<Int>("take", in: 1...9)
    var html: HTML { "<button \(Self.take, sends: 3)>Take</button><form \(Self.take)><input name=\"data\"></form>" }
  }

  final class List: ContainerModel {
    override func didLoad() { add(Row()) }
  }

  private func site(_ exposure: Exposure = .everyone) -> Site {
    Site(templates: "none", files: "none", openAPI: exposure, log: .silent) {
      Page("/", title: "Shop") { List() }
      Page(ItemURL.self, title: "Item", scope: .tab) { _ in ContainerModel() }
      Route(.get, "/größe.csv") { _ in .text("a") }
      Route(.put, "/größe.csv") { _ in .text("a") }
    }
  }

  private func reply(
    _ site: Site, _ method: EspalierHTTP.Method = .get, _ headers: Headers = [:]
  ) async throws -> Response {
    try await InProcess(site).reply(to: Request(method, "/openapi.json", headers: headers))
  }

  private func document(_ site: Site) async throws -> JSON {
    try JSON(parsing: try await reply(site).body.collected)
  }

  @Test func `it describes the pages, their events and patches, and the routes`() async throws {
    let document = try await document(site())
    #expect(document["openapi"] == "3.1.0" && document["info"]?["title"] == "Shop")
    guard case .object(let paths) = document["paths"] else { return #expect(Bool(false)) }
    #expect(
      paths.members.map(\.name) == [
        "/healthz", "/readyz", "/openapi.json", "/", "/events", "/patches", "/items/{id}", "/items/{id}/events",
        "/items/{id}/patches", "/gr%C3%B6%C3%9Fe.csv",
      ])
    #expect(paths["/"]?["get"]?["operationId"] == "getRoot")
    #expect(paths["/items/{id}/events"]?["post"]?["operationId"] == "sendItemsByIdEvent")
    let route = paths["/gr%C3%B6%C3%9Fe.csv"]
    #expect(route?["get"]?["responses"]?["default"] != nil && route?["put"]?["responses"]?["403"] != nil)
  }

  @Test func `parameters have their types`() async throws {
    let operation = try await document(site())["paths"]?["/items/{id}"]?["get"]
    let parameters = (0..<9).compactMap { operation?["parameters"]?[$0]?.description }
    #expect(
      parameters == [
        #"{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}"#,
        #"{"name":"unit","in":"query","required":false,"schema":{"type":"string","enum":["kg","g"]}}"#,
        #"{"name":"isOpen","in":"query","required":false,"schema":{"type":"boolean"}}"#,
        #"{"name":"tags","in":"query","required":false,"schema":{"type":"array","items":{"type":"string"}}}"#,
        #"{"name":"size","in":"query","required":true,"schema":{"type":"integer"}}"#,
      ] + ["instance", "tab", "view", "format"].map { ##"{"$ref":"#/components/parameters/\##($0)"}"## })
  }

  @Test func `an operation lists the events that the page has at the start`() async throws {
    let operation = try await document(site())["paths"]?["/events"]?["post"]
    #expect(
      operation?["x-events"]?.description
        == #"[{"name":"take","type":"integer","schema":{"type":"integer","minimum":1,"maximum":9}}]"#)
    let content = operation?["requestBody"]?["content"]?["application/json"]
    #expect(content?["examples"]?["take"]?["value"] == ["node": "row", "event": "take", "data": 3])
  }

  struct Pictures: Content {
    struct Entry: Codable, Sendable { var title: String; var picture: UploadedFile }
    static let add = Event<Entry>("add").takingFiles([.png, .jpeg], upTo: 5_000)
    var html: HTML { "<form \(Self.add)><input name=\"title\"><input name=\"picture\" type=\"file\"></form>" }
  }

  @Test func `an event with files says their kinds, their size and how to send them`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/pictures", title: "Pictures") { Wrapped(Pictures()) }.takingFiles(upTo: 10_000)
    }
    let operation = try await document(site)["paths"]?["/pictures/events"]?["post"]
    let event = operation?["x-events"]?[0]
    #expect(event?["files"] == ["mediaTypes": ["image/png", "image/jpeg"], "maxBytes": 5_000])
    let properties = event?["schema"]?["properties"]
    #expect(properties?["picture"] == ["type": "string", "contentMediaType": "application/octet-stream"])
    #expect(properties?["title"] == ["type": "string"])
    #expect(operation?["requestBody"]?["content"]?["multipart/form-data"] != nil)
    let plain = try await document(self.site())["paths"]?["/events"]?["post"]
    #expect(plain?["requestBody"]?["content"]?["multipart/form-data"] == nil)
  }

  final class Wrapped: ContainerModel {
    init(_ content: some Content) {
      super.init()
      add(content)
    }
  }

  struct Member: Identifiable, Sendable { let id: Int }

  @Test func `a page for some people says so, and shows no data`() async throws {
    let site = Site(templates: "none", files: "none", log: .silent) {
      Page("/staff", title: "Staff") { List() }.requiring(Member.self)
    }
    site.identify { (_: Request) -> Member? in nil }
    let operation = try await document(site)["paths"]?["/staff/events"]?["post"]
    #expect(operation?["responses"]?["401"] != nil && operation?["responses"]?["403"] != nil)
    #expect(operation?["x-events"]?[0]?["name"] == "take")
    #expect(operation?["requestBody"]?["content"]?["application/json"]?["examples"] == nil)
    #expect(try await document(self.site())["paths"]?["/"]?["get"]?["responses"]?["401"] == nil)
  }

  @Test func `it is sent once to a client that keeps it`() async throws {
    let site = site()
    let first = try await reply(site)
    #expect(first.status == .ok && first.headers[.contentType] == "application/json")
    let tag = try #require(first.headers[.etag])
    #expect(try await reply(site, .get, [.ifNoneMatch: tag]).status == .notModified)
    #expect(try await reply(site, .head).headers[.etag] == tag)
    let refused = try await reply(site, .post)
    #expect(refused.status == .methodNotAllowed && refused.headers[.allow] == "GET, HEAD")
  }

  @Test func `a site can keep it from everybody, and use the path itself`() async throws {
    #expect(try await reply(site(.off)).status == .notFound)
    let own = Site(templates: "none", files: "none", openAPI: .off, log: .silent) {
      Route(.get, "/openapi.json") { _ in .text("mine") }
    }
    #expect(try await reply(own).body.collected == Array("mine".utf8))
    let both = Site(templates: "none", files: "none", log: .silent) { Route(.get, "/openapi.json") { _ in .text("") } }
    #expect(throws: SiteError.self) { try both.check() }
  }

  @Test func `without a check it is made at the first request`() async throws {
    let (site, request) = (site(), try Request(.get, "/openapi.json"))
    let response = await withCheckedContinuation { continuation in
      site.responder.respond(to: request, Answer { continuation.resume(returning: $0) })
    }
    #expect(response.status == .ok)
  }
}
