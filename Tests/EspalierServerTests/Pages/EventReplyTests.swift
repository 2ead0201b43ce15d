import Espalier
import EspalierTesting
import Testing

@testable import EspalierServer

/// What a client gets for an event, beside the page's own doing.
@Suite struct EventReplyTests {
  private struct Note: Content, Identifiable {
    struct Edit: Codable, Sendable {
      let id: Int
      let event: String
    }
    static let edit = Event<Edit>("edit")
    static let tick = Event<NoData>("tick")
    let id: Int
    var text = ""
    var html: HTML {
      "<p>\(text)</p><form \(Self.edit)><input name=\"id\"><input name=\"event\"></form><button \(Self.tick)>+</button>"
    }
  }

  private final class Notes: ContainerModel {
    override func didLoad() {
      let note = CellModel(Note(id: 1))
      add(note)
      on(Note.edit) { note.content.text = "\($1.id) \($1.event)" }
      on(Note.tick) { _ in note.content.text += "." }
    }
  }

  private let transport: InProcess

  init() throws { transport = try InProcess(Site(log: .silent) { Page("/notes", title: "Notes") { Notes() } }) }

  private func post(
    _ query: String, _ body: String, accept: MediaType = .json, cookie: String? = nil, _ more: Headers = [:]
  ) async throws -> (status: Int, text: String) {
    var headers: Headers = [.accept: accept.description, .contentType: MediaType.form.description]
    for field in more.fields { headers.append(field.name, field.value) }
    headers[.cookie] = cookie
    let request = try Request(.post, "/notes/events\(query)", headers: headers, body: Array(body.utf8))
    let response = try await transport.reply(to: request)
    guard case .bytes(let bytes) = response.body else { return (response.status.code, "") }
    return (response.status.code, String(decoding: bytes, as: UTF8.self))
  }

  private func text() async throws -> JSON? { try await TestPage.open("/notes", over: transport)["1"]?["text"] }

  @Test func `where the query names the sender, fields of any name are data`() async throws {
    #expect(try await post("?node=1&event=edit", "id=7&event=party").status == 200)
    #expect(try await text() == "7 party")
  }

  @Test func `a repeat has one effect, and its reply in whatever dialect`() async throws {
    let first = try await post("?node=1&event=tick&id=x", "")
    let again = try await post("?node=1&event=tick&id=x", "")
    #expect(first.text == again.text)
    #expect(try await post("?node=1&event=tick&id=x", "", accept: .domPatch).text == "[[\"=\",\"1\",\"0:0\",\".\"]]")
    #expect(try await text() == ".")
  }

  @Test func `an id that was another event's is refused, and another browser's does not count`() async throws {
    #expect(try await post("?node=1&event=tick&id=x", "").status == 200)
    #expect(try await post("?node=1&event=edit&id=x", "id=7&event=party").status == 422)
    let other = "espalier=\(String(repeating: "a", count: 32))"
    #expect(try await post("?node=1&event=edit&id=x", "id=7&event=party", cookie: other).status == 200)
    #expect(try await text() == "7 party")
  }

  @Test func `an id is short`() async throws {
    #expect(try await post("?node=1&event=tick&id=\(String(repeating: "x", count: 129))", "").status == 422)
  }

  @Test func `a form of very many fields is refused at once`() async throws {
    let body = (0..<100_000).map { "f\($0)=1" }.joined(separator: "&")
    #expect(try await post("?node=1&event=edit", body).status == 400)
  }

  @Test func `If-Match that does not match is 412 and changes nothing`() async throws {
    #expect(try await post("?node=1&event=tick", "", [.ifMatch: "\"old.0\""]).status == 412)
    #expect(try await text() == "")
  }

  @Test func `a page as HTML and as JSON have different names for caches`() async throws {
    func tag(_ type: MediaType) async throws -> String? {
      try await transport.reply(to: try Request(.get, "/notes", headers: [.accept: type.description])).headers[.etag]
    }
    let html = try #require(try await tag(.html))
    let headers: Headers = [.accept: MediaType.json.description, .ifNoneMatch: html]
    #expect(try await transport.reply(to: try Request(.get, "/notes", headers: headers)).status == .ok)
    #expect(try await tag(.json) != html)
  }

  @Test func `a snapshot larger than the limit is streamed, and what it leaves behind is bounded`() {
    let stream = EventStream(limit: 10)
    #expect(stream.send([UInt8](repeating: 1, count: 100)))
    #expect(!stream.send([1]))
    #expect(!stream.isOpen)
  }
}
