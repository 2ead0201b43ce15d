import EspalierServerTestSupport
import Espalier
import EspalierTesting
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// The replies to events, apart from what the page does.
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
    _ query: String, _ body: String, accept: MediaType = .json, cookie: String? = nil, _ more: Headers = [:],
    from address: String = "127.0.0.1"
  ) async throws -> (status: Int, text: String) {
    var headers: Headers = [.accept: accept.description, .contentType: MediaType.form.description]
    for field in more.fields { headers.append(field.name, field.value) }
    headers[.cookie] = cookie
    let request = try Request(
      .post, "/notes/events\(query)", headers: headers, body: Array(body.utf8), remoteAddress: address)
    let response = try await transport.reply(to: request)
    guard case .bytes(let bytes) = response.body else { return (response.status.code, "") }
    return (response.status.code, String(decoding: bytes, as: UTF8.self))
  }

  private func text() async throws -> JSON? { try await TestPage.open("/notes", over: transport)["1"]?["text"] }

  @Test func `if the query names the sender, form fields of any name are data`() async throws {
    #expect(try await post("?node=1&event=edit", "id=7&event=party").status == 200)
    #expect(try await text() == "7 party")
  }

  @Test func `the data of a form keeps the order of its fields, so that a repeat equals the first request`() throws {
    let names = (0..<50).map { "field-\($0)" }
    let body = names.map { "\($0)=1&" }.joined() + "field-0=2"
    let request = try Request(
      .post, "/notes/events?node=1&event=edit", headers: [.contentType: MediaType.form.description],
      body: Array(body.utf8))
    guard case .object(let object) = try EventRequest(request, limits: PageLimits()).sent.data else {
      Issue.record("it is no object")
      return
    }
    #expect(object.members.map(\.name) == names)
    #expect(object["field-0"] == ["1", "2"])
  }

  @Test func `a repeat whose id may be forgotten is refused, and a known one has its reply`() async throws {
    let (id, late) = ("?node=1&event=tick&id=0123456789abcdef", "&age=1000000")
    let refused = try await post(id + late, "")
    #expect(refused.status == 409 && refused.text.contains("the server no longer knows whether it arrived"))
    #expect(try await text() != ".")
    #expect(try await post(id, "").status == 200)
    #expect(try await post(id + late, "").status == 200)
    for age in ["", "-1", "1.5", "soon", "99999999999999999999"] {
      let reply = try await post(id + "&age=\(age)", "")
      #expect(reply.status == 422 && reply.text.contains("\"field\":\"age\""), "\(age)")
    }
  }

  @Test func `a repeat has one effect and gets its reply in any dialect`() async throws {
    let first = try await post("?node=1&event=tick&id=0123456789abcdef", "")
    let again = try await post("?node=1&event=tick&id=0123456789abcdef", "")
    #expect(first.text == again.text)
    #expect(
      try await post("?node=1&event=tick&id=0123456789abcdef", "", accept: .domPatch).text
        == "[[\"=\",\"1\",\"0:0\",\".\"]]")
    #expect(try await text() == ".")
  }

  @Test func `an id of another event is refused, and another browser's id does not count`() async throws {
    #expect(try await post("?node=1&event=tick&id=0123456789abcdef", "").status == 200)
    #expect(try await post("?node=1&event=edit&id=0123456789abcdef", "id=7&event=party").status == 422)
    let other = "espalier=\(String(repeating: "a", count: 32))"
    let sameOrigin: Headers = ["Sec-Fetch-Site": "same-origin"]
    #expect(
      try await post("?node=1&event=edit&id=0123456789abcdef", "id=7&event=party", cookie: other, sameOrigin).status
        == 200)
    #expect(try await text() == "7 party")
  }

  @Test func `the same id from several senders is an event of each: addresses without a cookie, and browsers`()
    async throws
  {
    let cookie = "espalier=\(RandomID.next())"
    let sameOrigin: Headers = ["Sec-Fetch-Site": "same-origin"]
    for _ in 0..<2 {
      #expect(try await post("?node=1&event=tick&id=0123456789abcdef", "", from: "192.0.2.1").status == 200)
      #expect(try await post("?node=1&event=tick&id=0123456789abcdef", "", from: "192.0.2.2").status == 200)
      #expect(
        try await post("?node=1&event=tick&id=0123456789abcdef", "", cookie: cookie, sameOrigin, from: "192.0.2.3")
          .status == 200)
    }
    #expect(try await text() == "...")
  }

  @Test func `an id used by a client without a cookie is a new event for a browser`() async throws {
    let id = String(repeating: "x", count: 16)
    #expect(try await post("?node=1&event=tick&id=\(id)", "").status == 200)
    let cookie = "espalier=\(RandomID.next())"
    #expect(
      try await post("?node=1&event=tick&id=\(id)", "", cookie: cookie, ["Origin": "http://here", .host: "here"]).status
        == 200)
    #expect(try await text() == "..")
  }

  @Test func `an id without a cookie must be too long to be guessed by other clients`() async throws {
    let short = try await post("?node=1&event=tick&id=123456789012345", "")
    #expect(short.status == 422 && short.text.contains("\"field\":\"id\"") && short.text.contains("UUID"))
    #expect(try await text() == "")
    #expect(try await post("?node=1&event=tick&id=1234567890123456", "").status == 200)
    let cookie = "espalier=\(RandomID.next())"
    #expect(try await post("?node=1&event=tick&id=1", "", cookie: cookie, ["Sec-Fetch-Site": "none"]).status == 200)
  }

  @Test func `the first reply of a shared page sets the browser's cookie, and later ones do not`() async throws {
    for type in [MediaType.html, .json] {
      let first = try await transport.reply(to: try Request(.get, "/notes", headers: [.accept: type.description]))
      let cookie = try #require(first.headers[.setCookie]?.part(after: "", before: ";"))
      let headers: Headers = [.accept: type.description, .cookie: cookie]
      #expect(try await transport.reply(to: try Request(.get, "/notes", headers: headers)).headers[.setCookie] == nil)
    }
  }

  @Test func `an id has at most 128 bytes`() async throws {
    #expect(try await post("?node=1&event=tick&id=\(String(repeating: "x", count: 128))", "").status == 200)
    #expect(try await post("?node=1&event=tick&id=\(String(repeating: "x", count: 129))", "").status == 422)
    let empty = try await post("?node=1&event=tick&id=", "")
    #expect(empty.status == 422 && empty.text.contains("\"field\":\"id\""))
  }

  @Test func `a form with very many fields is refused at once`() async throws {
    let body = (0..<100_000).map { "f\($0)=1" }.joined(separator: "&")
    #expect(try await post("?node=1&event=edit", body).status == 400)
  }

  @Test func `an event for an old version is refused, changes nothing, and its reply has the missing patches`()
    async throws
  {
    let page = try await TestPage.open("/notes", over: transport)
    let seen = page.version
    try await page.send("tick", from: "1")
    let patch =
      #"[{"version":"\#(page.version)","event":"patch","patch":[{"op":"replace","path":"/children/0/model/text","value":"."}]}]"#
    let stale = try await post("?node=1&event=tick", "", [.ifMatch: "\"\(seen)\""])
    #expect(stale.status == 412 && stale.text.contains("\"version\":\"\(page.version)\",\"patches\":\(patch)"))
    let conflict = try await post("?node=1&event=tick&version=\(seen)", "")
    #expect(conflict.status == 409 && conflict.text.contains("\"patches\":\(patch)"))
    let lost = try await post("?node=1&event=tick", "", [.ifMatch: "\"old.0\""])
    #expect(lost.status == 412 && lost.text.contains("\"event\":\"snapshot\""))
    #expect(try await text() == ".")
  }

  @Test func `a page as HTML and the page as JSON have different entity tags`() async throws {
    func tag(_ type: MediaType) async throws -> String? {
      try await transport.reply(to: try Request(.get, "/notes", headers: [.accept: type.description])).headers[.etag]
    }
    let html = try #require(try await tag(.html))
    let headers: Headers = [.accept: MediaType.json.description, .ifNoneMatch: html]
    #expect(try await transport.reply(to: try Request(.get, "/notes", headers: headers)).status == .ok)
    #expect(try await tag(.json) != html)
  }
}
