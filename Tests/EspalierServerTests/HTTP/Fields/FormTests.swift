import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct FormTests {
  @Test(arguments: [
    ("", []), ("&&", []), ("a=1", ["a", "1"]), ("a", ["a", ""]), ("a=b=c", ["a", "b=c"]), ("%61=%2B+", ["a", "+ "]),
    ("a=1&a=2", ["a", "1", "a", "2"]), ("n=%F0%9F%8C%BF", ["n", "🌿"]),
  ])
  func `a form is decoded field by field`(text: String, flat: [String]) throws {
    #expect(try FormFields(decoding: text.utf8).pairs.flatMap { [$0.name, $0.value] } == flat)
  }

  @Test(arguments: [
    ("ok=1&bad=%zz", "bad"), ("bad=%", "bad"), ("bad=%ff", "bad"), ("bad=%00", "bad"), ("%ff=1", "%ff"),
    ("bad=a" + String(repeating: "%CC%81", count: 31), "bad"),
  ])
  func `a field that does not decode is refused by name`(text: String, field: String) {
    let error = #expect(throws: HTTPError.self) { try FormFields(decoding: text.utf8) }
    #expect(error?.code == .badForm)
    #expect(error?.field == field)
  }

  @Test(arguments: [
    ("a\r\nb", "a\nb"), ("\r\n\r\n", "\n\n"), ("a\rb", "a\nb"), ("\r", "\n"), ("a\nb", "a\nb"), ("\n\r\n", "\n\n"),
    ("\r\r\n", "\n\n"), ("", ""), ("a", "a"),
  ])
  func `line ends of a form are line feeds, and those of a query stay`(sent: String, text: String) throws {
    var escaped: [UInt8] = []
    for byte in sent.utf8 { escaped.append(escaping: byte) }
    let form = String(decoding: escaped, as: UTF8.self)
    let type: Headers = [.contentType: "application/x-www-form-urlencoded"]
    let request = try Request(.post, "/?a=\(form)", headers: type, body: Array("a=\(form)&\(form)=b".utf8))
    #expect(try request.form() == FormFields([.init(name: "a", value: text), .init(name: text, value: "b")]))
    #expect(request.query["a"] == sent)
  }

  @Test func `too many fields are 414 in a query, and 400 in a form`() throws {
    let fields = String(repeating: "a&", count: FormFields.mostPairs)
    #expect(try RequestTarget("/?" + fields).query.pairs.count == FormFields.mostPairs)
    let query = #expect(throws: HTTPError.self) { try RequestTarget("/?" + fields + "b") }
    #expect(query?.status == .uriTooLong)
    let form = #expect(throws: HTTPError.self) { try FormFields(decoding: (fields + "b").utf8) }
    #expect(form?.status == .badRequest)
  }

  @Test func `a form needs its media type`() throws {
    let form: Headers = [.contentType: "application/x-www-form-urlencoded; charset=UTF-8"]
    #expect(try Request(.post, "/", headers: form, body: Array("a=1".utf8)).form()["a"] == "1")
    let json = try Request(.post, "/", headers: [.contentType: "application/json"])
    #expect(#expect(throws: HTTPError.self) { try json.form() }?.status == .unsupportedMediaType)
    let other = try Request(.post, "/", headers: [.contentType: "application/x-www-form-urlencoded; charset=utf-16"])
    #expect(#expect(throws: HTTPError.self) { try other.form() }?.status == .unsupportedMediaType)
    let none = try Request(.post, "/")
    #expect(#expect(throws: HTTPError.self) { try none.form() }?.status == .unsupportedMediaType)
  }
}
