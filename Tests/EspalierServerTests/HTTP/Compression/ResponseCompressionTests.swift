import Testing

@testable import EspalierHTTP

/// Replies that are compressed while they are made.
struct ResponseCompressionTests {
  private func reply(
    _ type: String = "text/html; charset=utf-8", count: Int = 4_000, headers: Headers = [:],
    to request: Headers = ["Accept-Encoding": "gzip, deflate, br"]
  ) throws -> Response {
    var response = Response(.ok, headers: headers, body: .bytes([UInt8](repeating: UInt8(ascii: "a"), count: count)))
    response.headers[.contentType] = type
    return response.compressed(for: try Request(.get, "/", headers: request))
  }

  private func isGzip(_ reply: Response) -> Bool { reply.headers[.contentEncoding] == "gzip" }

  @Test(arguments: [
    "text/html; charset=utf-8", "text/css", "application/json", "application/problem+json", "image/svg+xml",
    "text/plain",
  ])
  func `a text of some length is sent in gzip to a client that accepts it`(type: String) throws {
    let packed = try reply(type)
    #expect(isGzip(packed) && packed.headers[.vary] == "Accept-Encoding")
    #expect(packed.body.count < 100 && packed.plainCount == 4_000)
    let plain = try reply(type, to: [:])
    #expect(!isGzip(plain) && plain.headers[.vary] == "Accept-Encoding" && plain.body.count == 4_000)
  }

  @Test func `short, long and compressed bodies stay as they are, and depend on no header`() throws {
    for other in [
      try reply(count: 1_023), try reply(count: (512 << 10) + 1), try reply("image/png"), try reply("nonsense"),
      try reply(headers: ["Content-Encoding": "br"]),
    ] {
      #expect(!isGzip(other) && other.headers[.vary] == nil && other.plainCount == nil)
    }
    for count in [1_024, 512 << 10] { #expect(isGzip(try reply(count: count))) }
  }

  @Test(arguments: ["private", "no-store", "no-cache, Private", "max-age=60, no-transform"])
  func `a reply that is private, or must not be changed, stays as it is`(cacheControl: String) throws {
    let plain = try reply(headers: ["Cache-Control": cacheControl])
    #expect(!isGzip(plain) && plain.headers[.vary] == nil)
  }

  @Test(arguments: [HeaderName.cookie, .authorization])
  func `a reply to somebody known stays as it is, unless it is public`(credential: HeaderName) throws {
    let request: Headers = ["Accept-Encoding": "gzip", credential: "a=b"]
    #expect(!isGzip(try reply(to: request)))
    #expect(isGzip(try reply(headers: ["Cache-Control": "public, max-age=60"], to: request)))
  }

  @Test func `Vary keeps what it has, and a strong tag becomes weak (RFC 9110, 8.8.1)`() throws {
    let packed = try reply(headers: ["Vary": "Accept", "ETag": "\"1\""])
    #expect(packed.headers[.vary] == "Accept, Accept-Encoding" && packed.headers[.etag] == "W/\"1\"")
    #expect(try reply(headers: ["Vary": "accept-encoding"]).headers[.vary] == "accept-encoding")
    #expect(try reply(headers: ["Vary": "*", "ETag": "W/\"1\""]).headers[.etag] == "W/\"1\"")
    #expect(try reply(headers: ["ETag": "\"1\""], to: [:]).headers[.etag] == "\"1\"")
  }

  @Test(arguments: [
    ("gzip, deflate, br, zstd", true), ("gzip", true), ("br, gzip", true), ("*", true), ("gzip;q=0.5", true),
    ("gzip, identity;q=0.1", true), ("gzip;q=0", false), ("br", false), ("", false), ("identity", false),
    ("gzip;q=0.2, identity", false), ("*;q=0", false), ("gzip,;q=x", true), ("xgzip", false),
  ])
  func `gzip is used only if the client accepts it`(header: String, isWanted: Bool) throws {
    #expect(try Request(.get, "/", headers: ["Accept-Encoding": header]).acceptsGzip == isWanted)
  }
}
