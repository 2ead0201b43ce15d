import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Long bodies that share their parts.
struct SharedBytesTests {
  private func random(_ seed: UInt64) -> (shared: SharedBytes, whole: [UInt8]) {
    var random = Seeded(state: seed)
    func bytes() -> [UInt8] {
      (0..<Int.random(in: 0...5, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var (parts, whole) = ([SharedBytes.Part](), [UInt8]())
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      if Bool.random(using: &random) {
        let part = bytes()
        parts.append(.bytes(part))
        whole += part
      } else {
        let (pieces, separator) = ((0..<Int.random(in: 0...4, using: &random)).map { _ in bytes() }, bytes())
        parts.append(.joined(pieces, by: separator))
        whole += pieces.joined(separator: separator)
      }
    }
    return (SharedBytes(parts), whole)
  }

  @Test(arguments: 0..<200)
  func `the pieces make up the whole, and count is its length`(seed: UInt64) {
    let (shared, whole) = random(seed)
    #expect(shared.joined == whole)
    #expect(shared.count == whole.count)
  }

  @Test func `a long body arrives complete, and its connection stays usable`() throws {
    let pieces = (0..<3000).map { Array("<li>\($0) \(String(repeating: "x", count: 100))</li>".utf8) }
    let shared = SharedBytes([
      .bytes(Array("<ul>".utf8)), .joined(pieces, by: Array("\n".utf8)), .bytes(Array("</ul>".utf8)),
    ])
    let whole = String(decoding: shared.joined, as: UTF8.self)
    let server = try TestServer { request, answer in
      answer(request.path == "/long" ? Response(.ok, body: .shared(shared)) : .text("Hello"))
    }
    let client = try RawClient(server.port)
    for _ in 0..<3 {
      client.get("/long")
      #expect(client.reply()?.body == whole)
      client.get("/hello")
      #expect(client.reply()?.body == "Hello")
    }
    client.send("HEAD /long HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n")?.contains("Content-Length: \(shared.count)\r\n") == true)
  }
}
