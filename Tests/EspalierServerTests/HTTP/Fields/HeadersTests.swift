import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct HeadersTests {
  @Test func `names are compared without case, and repeated headers keep their order`() {
    var headers: Headers = ["X-One": "1", "Set-Cookie": "a"]
    headers.append(.setCookie, "b")
    #expect(headers["x-one"] == "1")
    #expect(headers.values(of: "SET-COOKIE") == ["a", "b"])
    #expect(headers.list(of: .setCookie) == "a, b")
    headers[.setCookie] = "c"
    #expect(headers.fields.map(\.value) == ["1", "c"])
    headers["x-ONE"] = nil
    #expect(!headers.contains("X-One"))
    #expect(Set<HeaderName>(["ETag", "etag"]).count == 1)
  }

  @Test(arguments: ["a\rb", "a\nb", "a\u{0}b", "\u{7F}"])
  func `a value that could split the response is found before it is written`(value: String) {
    #expect((["X": value] as Headers).firstUnsafeField != nil)
    #expect((["X": "fine\té"] as Headers).firstUnsafeField == nil)
    #expect((["X Y": "fine"] as Headers).firstUnsafeField != nil)
  }

  @Test(arguments: ["a\rb", "a\u{0}b"])
  func `headers that were checked before still show an unsafe value, also one that is set later`(value: String) {
    let unsafe: Headers = ["X": value, "Y": "fine"]
    #expect(unsafe.checked.firstUnsafeField?.value == value && unsafe.checked == unsafe)
    var checked = (["X": "fine", "Y": "fine"] as Headers).checked
    #expect(checked.firstUnsafeField == nil)
    checked["Y"] = value
    #expect(checked.firstUnsafeField?.value == value)
  }

  @Test func `a response gets missing safety headers and loses headers that frame it`() {
    let fields = Response(.ok, headers: [.contentLength: "7", .referrerPolicy: "no-referrer", "Date": "x"]).wireFields
    #expect(fields.map(\.name.rawValue) == ["Referrer-Policy", "X-Content-Type-Options", "Content-Security-Policy"])
    #expect(fields.first?.value == "no-referrer")
  }

  @Test(arguments: [
    ("a, b ,,c", ["a", "b", "c"]), ("\"a,b\", c", ["\"a,b\"", "c"]), ("\"a\\\",b\",c", ["\"a\\\",b\"", "c"]), ("", []),
  ])
  func `lists are split at commas outside quotes`(text: String, parts: [String]) {
    #expect(text.listElements().map(String.init) == parts)
  }

  @Test func `the classes of characters are those of the grammars`() {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    for byte in UInt8.min...UInt8.max {
      // RFC 9110, 5.6.2; RFC 3986, 3.3 and 3.2.2, without the comma.
      #expect(byte.isTokenCharacter == (letters + "!#$%&'*+-.^_`|~").utf8.contains(byte))
      #expect(byte.isPathCharacter == (letters + "-._~!$&'()*+,;=:@").utf8.contains(byte))
      #expect(byte.isHostCharacter == (letters + "-._~!$&'()*+;=%").utf8.contains(byte))
    }
  }

  @Test(arguments: seeds(1_000))
  func `texts are compared the same way in one piece as byte by byte`(seed: Int) {
    var random = Seeded(state: UInt64(seed))
    func text() -> String {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        ["a", "A", "b", "@", "`", "é", "e\u{301}", "long enough for the heap"].randomElement(using: &random) ?? ""
      }.joined()
    }
    let (one, two) = (text(), text())
    #expect(Authority.isName(one) == one.utf8.allSatisfy(\.isHostCharacter))
    #expect(!Authority.isName(one) || Authority(one) != nil)
    #expect(one.equalsIgnoringCase(two) == one[...].equalsIgnoringCase(two[...]))
    #expect(one.hasSameBytes(as: two) == one.utf8.elementsEqual(two.utf8))
  }

  @Test(arguments: ["Content-Length", "Transfer-Encoding", "Date", "Espalier-Request"])
  func `a header that only the server writes is left out, in any spelling`(name: String) {
    for spelling in [name, name.lowercased(), name.uppercased()] {
      #expect(Response.isFraming(HeaderName(rawValue: spelling)))
      #expect(!Response.isFraming(HeaderName(rawValue: spelling + "s")))
    }
  }

  @Test func `a value is refused for each control character but the tab, wherever it is`() {
    for length in [1, 15, 16, 17, 40] {
      for place in [0, length / 2, length - 1] {
        for byte in UInt8.min..<0x80 {
          var bytes = [UInt8](repeating: 0x61, count: length)
          bytes[place] = byte
          #expect(String(decoding: bytes, as: UTF8.self).isFieldValue == byte.isFieldValueCharacter)
        }
      }
    }
  }

  @Test func `the safety headers can be sent`() {
    let fields = Response(.ok).wireFields
    #expect(fields.count == Response.safetyHeaders.count && Headers(fields: fields).firstUnsafeField == nil)
  }
}
