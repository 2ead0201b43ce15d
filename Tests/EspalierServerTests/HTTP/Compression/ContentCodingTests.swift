import Testing

@testable import EspalierHTTP

struct ContentCodingTests {
  @Test(arguments: [
    ("gzip, deflate, br", ContentCoding.brotli), ("gzip", .gzip), ("br;q=0.1, gzip", .gzip), ("*", .brotli),
    ("br;q=0, *", .gzip), ("GZIP ; Q=0.5", .gzip), ("gzip, br;q=1.000", .brotli), ("identity;q=0.5, gzip", .gzip),
  ])
  func `the coding is the one that the client gives the highest weight`(header: String, coding: ContentCoding) throws {
    #expect(try Request(.get, "/", headers: ["Accept-Encoding": header]).contentCoding == coding)
  }

  @Test(arguments: [
    "", "identity", "deflate, zstd", "gzip;q=0", "gzip;q=x", "gzip;x=1", "*;q=0", "gzip;q=0.2, identity", ", ;q=1",
  ])
  func `a client that accepts no coding gets none`(header: String) throws {
    #expect(try Request(.get, "/", headers: ["Accept-Encoding": header]).contentCoding == nil)
  }

  @Test func `no header means no coding`() throws { #expect(try Request(.get, "/").contentCoding == nil) }

  @Test(arguments: ContentCoding.allCases)
  func `text becomes much shorter, and random bytes are not encoded`(coding: ContentCoding) throws {
    let text = Array(String(repeating: "a text of some length\n", count: 500).utf8)
    let encoded = try #require(coding.encode(text))
    #expect(encoded.count < 200)
    var random = SystemRandomNumberGenerator()
    #expect(coding.encode((0..<4_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }) == nil)
    #expect(coding.encode([]) == nil)
  }

  @Test func `a file that is small, large or not text is not compressed`() throws {
    let request = try Request(.get, "/", headers: ["Accept-Encoding": "gzip"])
    func coding(_ name: String, _ count: Int) -> String? {
      let file = StaticFile(name: name, bytes: [UInt8](repeating: UInt8(ascii: "a"), count: count))
      return try? file.response(to: request).headers["Content-Encoding"]
    }
    #expect(coding("a.txt", 199) == nil && coding("a.txt", 200) == "gzip")
    #expect(coding("a.txt", 512 << 10) == "gzip" && coding("a.txt", (512 << 10) + 1) == nil)
    #expect(coding("a.svg", 1_000) == "gzip" && coding("a.png", 1_000) == nil)
  }
}
