import EspalierTestSupport
import Testing

@testable import EspalierHTTP

/// Conditions and parts of files (RFC 9110, 13 and 14).
struct FileConditionTests {
  private static let day = "Fri, 27 Nov 2026"
  private static let (before, changed, after) = (
    "\(day) 11:59:59 GMT", "\(day) 12:00:00 GMT", "\(day) 12:00:01 GMT"
  )
  private static let modified = HTTPDate(seconds: 1_795_780_800)
  private static let now = Timestamp(milliseconds: 1_795_816_800_000)
  private static let file = StaticFile(name: "a.png", bytes: Array("0123456789".utf8), modified: modified)
  private static let tag = file.tag.description

  /// The status of the answer, and the body or the range that it names.
  private static func answer(
    _ headers: Headers, by method: EspalierHTTP.Method = .get, file: StaticFile = file, at now: Timestamp = now
  ) throws -> String {
    do {
      let response = try file.response(to: Request(method, "/a.png", headers: headers), at: now)
      let text = String(decoding: response.body.collected, as: UTF8.self)
      return switch response.status {
      case .partialContent: "206 \(text) \(response.headers[.contentRange] ?? "")"
      case .rangeNotSatisfiable: "416 \(response.headers[.contentRange] ?? "")"
      default: "\(response.status.code)"
      }
    } catch { return "\(error.status.code)" }
  }

  private static let part: HeaderName = "Range"
  private static let someTags = "\"x\", \(tag)"

  @Test(
    arguments: [
      ([:], "200"),
      // 13.1.1
      ([.ifMatch: tag], "200"), ([.ifMatch: "*"], "200"), ([.ifMatch: "\"x\""], "412"), ([.ifMatch: "W/\(tag)"], "412"),
      ([.ifMatch: someTags], "200"), ([.ifMatch: "\"x\"", .ifNoneMatch: tag], "412"),
      // 13.1.4: only without If-Match
      ([.ifUnmodifiedSince: before], "412"), ([.ifUnmodifiedSince: changed], "200"),
      ([.ifUnmodifiedSince: after], "200"),
      ([.ifUnmodifiedSince: "yesterday"], "200"), ([.ifMatch: tag, .ifUnmodifiedSince: before], "200"),
      ([.ifUnmodifiedSince: before, .ifNoneMatch: tag], "412"),
      // 13.1.2
      ([.ifNoneMatch: tag], "304"), ([.ifNoneMatch: "W/\(tag)"], "304"), ([.ifNoneMatch: "*"], "304"),
      ([.ifNoneMatch: "\"x\""], "200"), ([.ifNoneMatch: someTags], "304"), ([.ifMatch: tag, .ifNoneMatch: tag], "304"),
      // 13.1.3: only without If-None-Match
      ([.ifModifiedSince: before], "200"), ([.ifModifiedSince: changed], "304"), ([.ifModifiedSince: after], "304"),
      ([.ifModifiedSince: "Friday, 27-Nov-26 12:00:00 GMT"], "304"),
      ([.ifModifiedSince: "Fri Nov 27 12:00:00 2026"], "304"), ([.ifModifiedSince: "never"], "200"),
      ([.ifNoneMatch: "\"x\"", .ifModifiedSince: after], "200"),
      ([.ifUnmodifiedSince: after, .ifModifiedSince: after], "304"),
    ] as [(Headers, String)])
  func `conditions count in the order of the standard, for GET and HEAD`(headers: Headers, expected: String) throws {
    #expect(try Self.answer(headers) == expected)
    #expect(try Self.answer(headers, by: .head) == expected)
  }

  @Test(
    arguments: [
      ([part: "bytes=2-4"], "206 234 bytes 2-4/10"), ([part: "bytes=-3"], "206 789 bytes 7-9/10"),
      ([part: "bytes=7-"], "206 789 bytes 7-9/10"), ([part: "bytes=10-"], "416 bytes */10"),
      ([part: "bytes=0-1,3-4"], "200"), ([part: "lines=0-1"], "200"),
      // Other conditions come first (13.2.2).
      ([part: "bytes=2-4", .ifNoneMatch: tag], "304"), ([part: "bytes=2-4", .ifMatch: "\"x\""], "412"),
      ([part: "bytes=10-", .ifNoneMatch: tag], "304"), ([part: "bytes=2-4", .ifMatch: tag], "206 234 bytes 2-4/10"),
      // 13.1.5
      ([part: "bytes=2-4", .ifRange: tag], "206 234 bytes 2-4/10"), ([part: "bytes=2-4", .ifRange: "W/\(tag)"], "200"),
      ([part: "bytes=2-4", .ifRange: "\"x\""], "200"),
      ([part: "bytes=2-4", .ifRange: changed], "206 234 bytes 2-4/10"),
      ([part: "bytes=2-4", .ifRange: after], "200"), ([part: "bytes=2-4", .ifRange: before], "200"),
      ([part: "bytes=2-4", .ifRange: "nonsense"], "200"), ([part: "bytes=2-4", .ifRange: "*"], "200"),
      ([part: "bytes=10-", .ifRange: "\"x\""], "200"), ([.ifRange: tag], "200"),
    ] as [(Headers, String)])
  func `a part is sent if the conditions allow it, and HEAD knows no parts`(headers: Headers, expected: String) throws {
    #expect(try Self.answer(headers) == expected)
    if headers.fields.count == 1 { #expect(try Self.answer(headers, by: .head) == "200") }
  }

  @Test func `a date of the current second is too weak for a part, and no date lies in the future`() throws {
    let now = Timestamp(milliseconds: Self.modified.seconds * 1000 + 500)
    #expect(try Self.answer([Self.part: "bytes=2-4", .ifRange: Self.changed], at: now) == "200")
    let early = Timestamp(milliseconds: Self.modified.seconds * 1000 - 1000)
    let response = try Self.file.response(to: Request(.get, "/a.png"), at: early)
    #expect(response.headers[.lastModified] == Self.before)
  }

  @Test func `a file of the program has a tag and no date`() throws {
    let file = StaticFile(name: "a.js", bytes: Array("0123456789".utf8))
    let response = try file.response(to: Request(.get, "/a.js"))
    #expect(response.headers[.lastModified] == nil && response.headers[.acceptRanges] == "bytes")
    for name in [HeaderName.ifModifiedSince, .ifUnmodifiedSince] {
      #expect(try Self.answer([name: Self.before], file: file) == "200")
    }
    #expect(try Self.answer([Self.part: "bytes=2-4", .ifRange: Self.changed], file: file) == "200")
  }

  @Test func `a part is of the plain text, with the tag of the plain text`() throws {
    let text = String(repeating: "a line of text\n", count: 200)
    let file = StaticFile(name: "a.txt", bytes: Array(text.utf8), modified: Self.modified)
    func response(_ headers: Headers) throws -> Response {
      let request = try Request(.get, "/a.txt", headers: headers)
      return try file.response(to: request, at: Self.now).compressed(for: request)
    }
    let coded = try response([.acceptEncoding: "gzip"])
    let plain = try response([:])
    #expect(coded.headers[.contentEncoding] == "gzip" && coded.headers[.acceptRanges] == nil)
    let codedTag = try #require(coded.headers[.etag])
    for part in ["bytes=0-9", "bytes=0-2999"] {
      let reply = try response([.acceptEncoding: "gzip, br", Self.part: part])
      #expect(reply.status == .partialContent && reply.headers[.contentEncoding] == nil)
      #expect(reply.headers[.etag] == plain.headers[.etag] && reply.headers[.vary] == "Accept-Encoding")
      #expect(text.hasPrefix(String(decoding: reply.body.collected, as: UTF8.self)))
    }
    // A client with a part of the compressed form gets the whole.
    let resumed = try response([.acceptEncoding: "gzip", Self.part: "bytes=10-", .ifRange: codedTag])
    #expect(resumed.status == .ok && resumed.headers[.contentEncoding] == "gzip")
  }

  @Test func `the copies that editors leave are not served from a folder`() throws {
    let folder = try TemporaryFolder()
    let names = ["a.php.bak", "a.php.BAK", "a.php~", "a.php.orig", "~", ".bak"]
    for name in names + ["a.php", "bak", "a.baker", "original"] { try folder.write(name, "x") }
    let files = StaticFiles(folders: [folder.path])
    for name in names { #expect(try files.response(to: Request(.get, "/\(name)")) == nil, "\(name)") }
    for name in ["a.php", "bak", "a.baker", "original"] {
      #expect(try files.response(to: Request(.get, "/\(name)"))?.status == .ok, "\(name)")
    }
    #expect(files.version(of: "a.php~") == nil)
  }
}
