import Espalier
import EspalierTestSupport
import Testing

@testable import EspalierHTTP

/// The parts of multipart forms (RFC 7578).
struct MultipartTests {
  /// One part, as far as a parser reports it.
  struct Part: Equatable {
    let head: MultipartHead
    var content: [UInt8] = []
    var isWhole = false
  }

  private static let type = MediaType("multipart/form-data; boundary=\"a-b c\"") ?? .form

  private static func parts(_ pieces: [[UInt8]]) throws -> [Part] {
    var parser = try MultipartParser(type)
    var parts: [Part] = []
    for piece in pieces {
      try parser.take(piece) { (event) throws(HTTPError) in
        switch event {
        case .begin(let head): parts.append(Part(head: head))
        case .content(let bytes): parts[parts.count - 1].content += bytes
        case .end: parts[parts.count - 1].isWhole = true
        }
      }
    }
    if !parser.isComplete { throw HTTPError(.badForm, "incomplete") }
    return parts
  }

  private static func part(_ disposition: String, _ content: String = "", more: String = "") -> String {
    "--a-b c\r\nContent-Disposition: form-data; \(disposition)\r\n\(more)\r\n\(content)\r\n"
  }

  private static func parts(_ text: String) throws -> [Part] { try parts([Array(text.utf8)]) }

  @Test func `a form has its parts in order`() throws {
    let form =
      Self.part("name=\"text\"", "one\r\ntwo") + Self.part("name=empty")
      + Self.part("name=\"file\"; filename=\"a.png\"", "\r\n--a-b", more: "Content-Type: image/png\r\n")
      + "--a-b c--\r\n"
    let parts = try Self.parts(form)
    #expect(parts.map(\.head.name) == ["text", "empty", "file"])
    #expect(parts.map(\.head.fileName) == [nil, nil, "a.png"])
    #expect(parts.map { String(decoding: $0.content, as: UTF8.self) } == ["one\r\ntwo", "", "\r\n--a-b"])
    #expect(!parts.contains { !$0.isWhole })
  }

  @Test(arguments: [
    (#"name="a %22b%22 %0D%0A %41""#, "a \"b\" \r\n %41"), (#"name="a\"b""#, "a\"b"), ("name=plain;", "plain"),
    (#"NAME = "ä;b=c""#, "ä;b=c"), (#"name="""#, ""),
  ])
  func `a name is decoded as browsers and older programs write it`(disposition: String, name: String) throws {
    #expect(try Self.parts(Self.part(disposition) + "--a-b c--").map(\.head.name) == [name])
  }

  @Test(arguments: [
    ("a.png", "a.png"), ("", ""), ("../../etc/passwd", "passwd"), ("a%0Ab", "ab"), ("a/", "file"),
  ])
  func `the name of a file is made safe, and an empty one means that no file was chosen`(sent: String, name: String)
    throws
  {
    let parts = try Self.parts(Self.part("name=\"f\"; filename=\"\(sent)\"") + "--a-b c--")
    #expect(parts.map(\.head.fileName) == [name])
  }

  @Test(arguments: [
    "", "--a-b c", "--a-b c\r\n", "--a-b cx\r\n", part("name=a"), "--a-b c\r\n\r\ntext\r\n--a-b c--",
    part("filename=a") + "--a-b c--", part("name=a; name=b") + "--a-b c--", part("name=\"a") + "--a-b c--",
    "--a-b c\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--a-b c--",
    part("name=a", more: "Content-Transfer-Encoding: base64\r\n") + "--a-b c--",
    part("name=\"" + String(repeating: "a", count: 5_000) + "\"") + "--a-b c--",
    "--a-b c" + String(repeating: " ", count: 100) + "\r\n", part("name=\"a\0\"") + "--a-b c--",
    part("name=a", more: "X: a\nY: b\r\n") + "--a-b c--", part("name=a", more: "no colon\r\n") + "--a-b c--",
  ])
  func `a malformed form is refused`(text: String) {
    let error = #expect(throws: HTTPError.self) { _ = try Self.parts(text) }
    #expect(error?.code == .badForm)
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a \"",
    "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
  ])
  func `a boundary has 1 to 70 characters`(type: String) throws {
    let type = try #require(MediaType(type))
    #expect(throws: HTTPError.self) { _ = try MultipartParser(type) }
  }

  @Test func `a preamble and an epilogue are ignored`() throws {
    #expect(try Self.parts("hello\r\n" + Self.part("name=a", "b") + "--a-b c--\r\nbye").map(\.head.name) == ["a"])
  }

  /// The law of the parser: whatever the cuts of the input, the same parts, or the same error.
  @Test(arguments: seeds(1_000)) func `the cuts of the input change nothing`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let text = Self.randomForm(&random)
    let cut = Self.cut(text, &random)
    let whole = Self.outcome([text])
    #expect(Self.outcome(text.map { [$0] }) == whole)
    #expect(Self.outcome(cut) == whole)
  }

  private static func outcome(_ pieces: [[UInt8]]) -> String {
    do {
      return try parts(pieces).map { "\($0.head) \($0.content) \($0.isWhole)" }.joined(separator: "\n")
    } catch let error as HTTPError { return error.detail } catch { return "\(error)" }
  }

  private static func cut(_ text: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = text[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...20, using: &random))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }

  /// Pieces of forms in random order: some of these forms are well-formed.
  private static func randomForm(_ random: inout SeededRandom) -> [UInt8] {
    let pieces = [
      part("name=a", "text"), part("name=\"b\"; filename=\"c\"", "\r\n--a-b \r\r\n"), part("name=d"), "\r\n", "--a-b c",
      "--", "-", "\r", "\r\n--a-b c", "x", part("name=e", String(repeating: "\r\n-", count: 30)),
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      // Mostly whole parts, so that many forms are well-formed.
      let index =
        Bool.random(using: &random)
        ? Int.random(in: 0...2, using: &random) : pieces.indices.randomElement(using: &random)
      text += index.map { pieces[$0] } ?? ""
    }
    return Array((text + (Bool.random(using: &random) ? "--a-b c--" : "")).utf8)
  }
}
