import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct RequestHeadTests {
  /// An HTTP/1.1 head with a Host and these fields.
  private func head(
    _ fields: [(String, String)], version: RequestHead.Version = .http11, host: Bool = true, target: String = "/",
    method: Method = .post, clean: Bool = true
  ) -> RequestHead {
    let all = (host ? [("Host", "x")] : []) + fields
    var raw = RawFields()
    for (name, value) in all { raw.append(name.utf8, value.utf8) }
    return RequestHead(
      method: method, target: Array(target.utf8), version: version, fields: raw, hasCleanLines: clean)
  }

  @Test func `a plain head passes and keeps its fields in order`() throws {
    let checked = try head([("X-A", "1"), ("x-a", " 2\t"), ("Content-Length", "12")]).check()
    #expect(checked.headers.values(of: "X-A") == ["1", "2"])
    #expect(checked.length == 12)
    #expect(try head([]).check().length == 0)
  }

  @Test func `a head says whether its connection ends after the reply`() {
    for (version, option, isLast) in [
      (.http11, nil, false), (.http11, "close", true), (.http11, "TE, Close", true), (.http11, "keep-alive", false),
      (.http10, nil, true), (.http10, "Keep-Alive", false), (.http10, "close", true), (.http11, "closed", false),
    ] as [(RequestHead.Version, String?, Bool)] {
      let fields = option.map { [("connection", $0)] } ?? []
      #expect(head(fields, version: version).isLast == isLast, "\(version) \(option ?? "")")
    }
  }

  @Test(arguments: ["chunked", "Chunked", "chunked ", "chunked\t", " \t chunked \t "])
  func `a chunked body is refused, and the error says what to send`(coding: String) {
    let error = #expect(throws: HTTPError.self) { try head([("Transfer-Encoding", coding)]).check() }
    #expect(error?.status == .lengthRequired && error?.detail.contains("send Content-Length") == true)
  }

  @Test(arguments: ["\rGET", "\u{FEFF}GET", "", "G(T", "G@T", "G:T", "G\0T"])
  func `a method that is not a token is refused`(method: String) {
    let error = #expect(throws: HTTPError.self) { try head([], method: Method(rawValue: method)).check() }
    #expect(error?.code == .badMethod && error?.status == .badRequest)
  }

  @Test func `a head that leaves no room for a reply is refused, whatever takes the room`() throws {
    let memory = HTTPLimits().headerMemory
    func check(_ size: Int, _ fields: [(String, String)] = [], target: String = "/") throws -> Int {
      var head = head(fields, target: target)
      head.size = size
      _ = try head.check()
      return head.replyRoom(in: memory)
    }
    // libmicrohttpd keeps the half into which it reads, and an entry of 64 bytes for each field and for three of its own.
    #expect(try check(200) == memory / 2 - 4 * 64)
    #expect(try check(memory / 2) == memory / 2 - 4 * 64)
    let longest = memory - 128 - 4 * 64 - RequestHead.usualReply - 1
    #expect(try check(longest) == RequestHead.usualReply + 1)
    let large = #expect(throws: HTTPError.self) { try check(longest + 1) }
    #expect(large?.status == .requestHeaderFieldsTooLarge && large?.limit == .headerMemory)
    // Cookies and query fields take no more than their bytes.
    #expect(throws: Never.self) { try check(11_500, [("Cookie", String(repeating: "a=b;", count: 180))]) }
    #expect(throws: Never.self) { try check(8000, target: "/?" + String(repeating: "a&", count: 1000)) }
    #expect(throws: HTTPError.self) { try check(10_000, target: "/" + String(repeating: "a", count: 4000)) }
    #expect(throws: HTTPError.self) { try check(9_000, (0..<80).map { ("X-\($0)", "a") }) }
  }

  @Test(arguments: [
    ([("Content-Length", "5"), ("Transfer-Encoding", "chunked")], HTTPError.Code.badFraming),
    ([("Content-Length", "3"), ("Content-Length", "5")], .badFraming),
    ([("Content-Length", "5"), ("content-length", "5")], .badFraming),
    ([("Content-Length", "-1")], .badFraming),
    ([("Content-Length", "+1")], .badFraming),
    ([("Content-Length", "5, 5")], .badFraming),
    ([("Content-Length", "")], .badFraming),
    ([("Content-Length", "99999999999999999999")], .badFraming),
    ([("Transfer-Encoding", "xchunked")], .unknownTransferCoding),
    ([("Transfer-Encoding", "gzip, chunked")], .unknownTransferCoding),
    ([("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")], .unknownTransferCoding),
    ([("Transfer-Encoding ", "chunked")], .badHeader),
    ([("", "x")], .badHeader),
    ([("X(", "x")], .badHeader),
    ([("X\u{0}", "x")], .badHeader),
    ([("X", "a\u{0}b")], .badHeader),
    ([("X", "a\rb")], .badHeader),
    ([("X", "a\nb")], .badHeader),
    ([("X", "a\u{7F}")], .badHeader),
    ([("Host", "y")], .badHeader),
  ])
  func `a head with two readings is refused`(fields: [(String, String)], code: HTTPError.Code) {
    let error = #expect(throws: HTTPError.self) { try head(fields).check() }
    #expect(error?.code == code)
    #expect(error?.status == (code == .unknownTransferCoding ? .notImplemented : .badRequest))
  }

  @Test func `HTTP 1-1 needs one Host, HTTP 1-0 needs none`() throws {
    #expect(throws: HTTPError.self) { try head([], host: false).check() }
    #expect(throws: HTTPError.self) { try head([("Host", "a b")], host: false).check() }
    #expect(throws: HTTPError.self) { try head([("Host", "a/b")], host: false).check() }
    for host in ["x:abc", "[::1", "x:99999", "[x]"] {
      #expect(throws: HTTPError.self) { try head([("Host", host)], host: false).check() }
    }
    for host in ["", "example.org:8080", "[::1]:80", "192.0.2.1"] {
      #expect(try head([("Host", host)], host: false).check().headers[.host] == host)
    }
    #expect(try head([], version: .http10, host: false).check().headers.fields.isEmpty)
    #expect(throws: HTTPError.self) { try head([("Transfer-Encoding", "chunked")], version: .http10).check() }
  }

  @Test func `folded or badly ended lines and NULs in the target are refused`() {
    #expect(throws: HTTPError.self) { try head([], clean: false).check() }
    #expect(throws: HTTPError.self) { try head([], target: "/a\u{0}").check() }
    #expect(throws: HTTPError.self) { try head([], target: "*").check() }
    #expect(throws: Never.self) { try head([], target: "*", method: .options).check() }
  }

  @Test(arguments: seeds(1_000))
  func `a value that is taken as it is gives the same as one that is checked and trimmed`(seed: Int) throws {
    var random = Seeded(state: UInt64(seed))
    let pieces: [[UInt8]] = [[0x20], [0x09], [0x61], [0x7E], [0x21], Array("é".utf8), [0xFF], [0x7F], [0x01], [0x00]]
    let value = (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    var head = head([])
    head.fields.append("X-A".utf8, value)
    let isAllowed = value.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    let checked = try? head.check().headers["X-A"]
    #expect(checked == (isAllowed ? String(String(decoding: value, as: UTF8.self).trimmed) : nil), "\(value)")
  }
}
