import EspalierTestSupport
import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct StaticFilesTests {
  private func text(_ response: Response?) -> String? {
    response.map { String(decoding: $0.body.collected, as: UTF8.self) }
  }

  @Test func `a file is served with its type, tag and cache rule`() throws {
    let folder = try TemporaryFolder()
    try folder.write("site.css", "body{}")
    try folder.write("app.0a1b2c3d.js", "1")
    let files = StaticFiles(folders: [folder.path])
    let response = try #require(files.response(to: Request(.get, "/site.css")))
    #expect(response.headers[.contentType] == "text/css; charset=utf-8")
    #expect(response.headers[.cacheControl] == "no-cache")
    #expect(text(response) == "body{}")
    let tag = try #require(response.headers[.etag])
    let again = try #require(files.response(to: Request(.get, "/site.css", headers: [.ifNoneMatch: tag])))
    #expect(again.status == .notModified)
    #expect(again.headers[.etag] == tag)
    let fingerprinted = try #require(files.response(to: Request(.get, "/app.0a1b2c3d.js")))
    #expect(fingerprinted.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(try files.response(to: Request(.post, "/site.css"))?.status == .methodNotAllowed)
    #expect(try files.response(to: Request(.get, "/none.css")) == nil)
  }

  @Test func `a file whose version the query names need not be asked for again`() throws {
    let folder = try TemporaryFolder()
    try folder.write("site.css", "body{}")
    let files = StaticFiles(folders: [folder.path])
    let version = try #require(files.version(of: "site.css"))
    func rule(_ query: String) throws -> String? {
      try files.response(to: Request(.get, "/site.css?\(query)"))?.headers[.cacheControl]
    }
    #expect(try rule("v=\(version)") == "public, max-age=31536000, immutable")
    try folder.write("site.css", "body{color:red}")
    #expect(try rule("v=\(version)") == "no-cache", "another version")
    #expect(files.version(of: "site.css") != version)
    for path in ["none.css", "../site.css", "/site.css", ""] { #expect(files.version(of: path) == nil) }
  }

  @Test func `a large file is sent from disk, and its tag comes from its time and size`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "0123456789abcdef", count: 1 << 17)
    try folder.write("large.txt", text)
    let files = StaticFiles(folders: [folder.path])
    let server = try TestServer { request, answer in answer(files.response(to: request) ?? .text("Hello")) }
    let client = try RawClient(server.port)
    for _ in 0..<2 {
      client.get("/large.txt")
      let reply = try #require(client.reply())
      #expect(reply.body == text)
      let tag = try #require(reply.headers["etag"])
      client.get("/large.txt", "If-None-Match: \(tag)\r\n")
      #expect(client.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 304 ") == true)
    }
    client.send("HEAD /large.txt HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n")?.contains("Content-Length: \(text.utf8.count)\r\n") == true)
    try folder.write("large.txt", text + "!")
    client.get("/large.txt")
    #expect(client.reply()?.body == text + "!")
  }

  @Test func `an edited file is served at once with another tag`() throws {
    let folder = try TemporaryFolder()
    let files = StaticFiles(folders: [folder.path])
    try folder.write("a.txt", "one")
    let first = try files.response(to: Request(.get, "/a.txt"))
    try folder.write("a.txt", "four")
    let second = try files.response(to: Request(.get, "/a.txt"))
    #expect(text(first) == "one")
    #expect(text(second) == "four")
    #expect(first?.headers[.etag] != second?.headers[.etag])
  }

  @Test func `files outside the folder and hidden, special or too large files are not served`() throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    try outside.write("secret.txt", "secret")
    try folder.write(".env", "secret")
    try folder.write("large.txt", "12345678901")
    try folder.write("fits.txt", "1234567890")
    try folder.link("link.txt", to: outside.path + "/secret.txt")
    try folder.link("linked", to: outside.path)
    try folder.link("inside.txt", to: folder.path + "/fits.txt")
    try folder.makeFolder("sub")
    try folder.makePipe("pipe")
    let files = StaticFiles(folders: [folder.path], sizeLimit: 10)
    #expect(try text(files.response(to: Request(.get, "/fits.txt"))) == "1234567890")
    #expect(try text(files.response(to: Request(.get, "/inside.txt"))) == "1234567890")
    for target in [
      "/link.txt", "/linked/secret.txt", "/.env", "/large.txt", "/sub", "/sub/", "/pipe", "/", "//fits.txt",
    ] {
      #expect(try files.response(to: Request(.get, target)) == nil, "\(target)")
    }
    let outsideName = outside.path.split(separator: "/").last.map(String.init) ?? ""
    let get = try Request(.get, "/")
    for segments in [
      ["..", outsideName, "secret.txt"], ["../\(outsideName)/secret.txt"], ["fits.txt\u{0}.png"],
      ["sub", "..", "fits.txt"],
    ] {
      #expect(files.response(to: get, at: segments) == nil, "\(segments)")
    }
  }

  @Test func `files in memory come before folders, and folders come in order`() throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    try one.write("a.js", "one")
    try two.write("a.js", "two")
    try two.write("b.js", "two")
    let files = StaticFiles(
      folders: [one.path, two.path, "/does/not/exist"], memory: ["client/x.js": Array("mem".utf8)])
    #expect(try text(files.response(to: Request(.get, "/a.js"))) == "one")
    #expect(try text(files.response(to: Request(.get, "/b.js"))) == "two")
    #expect(try text(files.response(to: Request(.get, "/client/x.js"))) == "mem")
    #expect(
      files.response(to: try Request(.get, "/m"), at: ["client", "x.js"])?.headers[.contentType]
        == "text/javascript; charset=utf-8")
  }

  @Test(arguments: [
    ("app.0a1b2c3d.js", true), ("app-0a1b2c3d4e.css", true), ("app.js", false), ("app.deadbeef.js", false),
    ("app.min.js", false), ("0a1b2c3d.js", false), ("a/app.12345678.js", false), ("a/app.1234567f.js", true),
    ("app.1234567.js", false),
  ])
  func `a fingerprint is eight hexadecimal digits before the extension`(name: String, isFingerprinted: Bool) {
    #expect(StaticFile.isFingerprinted(name) == isFingerprinted)
  }
}
