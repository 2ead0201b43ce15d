import EspalierTestSupport
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct RequestTargetTests {
  @Test(arguments: [
    ("/", "/", []),
    ("/a/b", "/a/b", ["a", "b"]),
    ("/a/", "/a/", ["a", ""]),
    ("/a%20b/%C3%A9", "/a b/é", ["a b", "é"]),
    ("/a/%2e/b", "/a/b", ["a", "b"]),
    ("/a/../b", "/b", ["b"]),
    ("/a/b/..", "/a/", ["a", ""]),
    ("/a%2Fb", "/a/b", ["a/b"]),
    ("http://example.org/x?y=1", "/x", ["x"]),
    ("HTTP://example.org", "/", []),
    ("*", "*", []),
  ])
  func `a target is split and decoded, and its dot segments are resolved`(raw: String, path: String, segments: [String])
    throws
  {
    let target = try RequestTarget(raw)
    #expect(target.path == path)
    #expect(target.segments == segments)
  }

  @Test(arguments: [
    "", "a", "/a b", "/a\u{7F}", "/a#b", "/%", "/%4", "/%zz", "/%00", "/%ff", "/..", "/a/../..", "/%2e%2e/x",
    "/..%2f..%2fetc/passwd", "/..%5cx", "ftp://x/", "http://", "http://me@x/", "//x\u{0}", "http://x:abc/",
    "http://[::1/", "http://a b/", "http://:80x/",
  ])
  func `a target that is malformed or leaves the root is refused`(raw: String) {
    let error = #expect(throws: HTTPError.self) { try RequestTarget(raw) }
    #expect(error?.code == .badTarget && error?.field == "target")
    #expect(error?.status == .badRequest)
  }

  @Test(arguments: [
    ("/a/../b?x=%61&y", "/b?x=%61&y"), ("/%6detrics", "/metrics"), ("/a/./b", "/a/b"), ("/a/..", "/"),
    ("/x%2fy", "/x%2Fy"),
    ("/a%2Bb", "/a+b"), ("/\u{E9}", "/%C3%A9"), ("/a|b", "/a%7Cb"), ("http://x/%61", "/a"), ("/%2e/a/", "/a/"),
    ("/%7Eme", "/~me"),
  ])
  func `a path in another spelling has a canonical spelling, and its query stays unchanged`(
    raw: String, canonical: String
  )
    throws
  {
    let target = try RequestTarget(raw)
    #expect(target.canonical == canonical)
    #expect(try RequestTarget(canonical).canonical == nil)
    #expect(try RequestTarget(canonical).segments == target.segments)
  }

  @Test(arguments: [
    "/", "/a", "/a/", "//", "//a", "/a//b", "/a%20b", "/a%2Fb", "/a+b@c:d;e,f=g~h!$&'()*", "/%C3%A9?%61", "*",
    "http://x", "http://x/?a",
  ])
  func `a canonical path has no other canonical spelling`(raw: String) throws {
    #expect(try RequestTarget(raw).canonical == nil)
  }

  @Test(arguments: ["//evil.example/%61", "//evil.example/..", "/.//evil.example", "/a/..//evil.example"])
  func `no redirect leads to another host`(raw: String) {
    let error = #expect(throws: HTTPError.self) { try RequestTarget(raw) }
    #expect(error?.code == .badTarget)
  }

  @Test func `the query is read as a form, in order and with repeated names`() throws {
    let target = try RequestTarget("/s?b=1&a=x+y%26&b=2&flag&=v")
    #expect(target.query.pairs.map(\.name) == ["b", "a", "b", "flag", ""])
    #expect(target.query.pairs.map(\.value) == ["1", "x y&", "2", "", "v"])
    #expect(target.query.values(of: "b") == ["1", "2"])
    #expect(target.rawQuery == "b=1&a=x+y%26&b=2&flag&=v")
  }

  @Test func `the authority of an absolute target takes precedence over Host`() throws {
    let request = try Request(.get, "http://one.example:81/", headers: [.host: "two.example"])
    #expect(request.host == "one.example:81")
    #expect(try Request(.get, "/", headers: [.host: "two.example"]).host == "two.example")
  }

  @Test(arguments: seeds(2_000))
  func `a path that is taken as it is gives the same as one that is decoded`(seed: Int) {
    var random = Seeded(state: UInt64(seed))
    let pieces = ["a", "B", "0", "-", "_", "/", "/", "/ab", "//", ".", "%41", "~"]
    let raw =
      "/"
      + (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    // A target with a query is always decoded.
    let (plain, decoded) = (try? RequestTarget(raw), try? RequestTarget(raw + "?"))
    #expect(plain?.segments == decoded?.segments, "\(raw)")
    #expect(plain?.path == decoded?.path && plain?.plainPath == decoded?.plainPath, "\(raw)")
    #expect(plain?.canonical.map { $0 + "?" } == decoded?.canonical, "\(raw)")
    #expect(plain?.query.pairs.isEmpty != false && plain?.rawQuery == nil && plain?.authority == nil)
  }

  @Test func `a path with a hidden slash cannot be mistaken for another path`() throws {
    #expect(try RequestTarget("/a%2Fb").plainPath == nil)
    #expect(try RequestTarget("/a/b?x").plainPath == "/a/b")
  }
}
