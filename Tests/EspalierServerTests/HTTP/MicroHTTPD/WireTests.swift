import EspalierLocks
import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Requests and replies over a real socket. Hostile requests are a table of the integration tests, `test_hostile.py`.
struct WireTests {
  @Test(arguments: [
    ("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n", "Hello"),
    ("GET /hello HTTP/1.1\r\nHost: x\r\nX:\r\nY:  blanks  \r\n\r\n", "Hello"),
    ("GET http://y/hello HTTP/1.1\r\nHost: x\r\n\r\n", "Hello"),
    ("FOO /echo HTTP/1.1\r\nHost: x\r\n\r\n", "FOO 0 "),
    ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", "POST 3 abc"),
    ("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc", "POST 3 abc"),
    ("GET /later HTTP/1.1\r\nHost: x\r\n\r\n", "Later"),
  ])
  func `a good request is answered and its connection is kept`(request: String, body: String) throws {
    let server = try TestServer()
    let client = try RawClient(server.port)
    for _ in 0..<2 {
      client.send(request)
      let reply = try #require(client.reply())
      #expect(reply.status == 200)
      #expect(reply.body == body)
    }
  }

  @Test func `three pipelined requests are answered in order, even if one answer is late`() throws {
    let server = try TestServer()
    let client = try RawClient(server.port)
    client.send(["/hello", "/later", "/nope"].map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    #expect(client.reply()?.body == "Hello")
    #expect(client.reply()?.body == "Later")
    #expect(client.reply()?.status == 404)
  }

  @Test func `a request may arrive byte by byte`() throws {
    let server = try TestServer()
    let client = try RawClient(server.port)
    for byte in "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok".utf8 { client.send([byte]) }
    #expect(client.reply()?.body == "POST 2 ok")
  }

  @Test func `a large head in pieces is read like a small one, again and again`() throws {
    let server = try TestServer(limits { ($0.headers, $0.headerMemory) = (200, 20 << 10) }) { request, answer in
      answer(.text("\(request.headers.fields.count) \(request.query.pairs.count)"))
    }
    let client = try RawClient(server.port)
    let query = (0..<40).map { "a\($0)=\($0)" }.joined(separator: "&")
    for size in [10, 40, 50, 5, 50] {
      let fields = (0..<size).map { "X-\($0): \(String(repeating: "v", count: 100))\r\nCookie: a\($0)=b\r\n" }.joined()
      var rest = Array("GET /?\(query) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8)[...]
      while !rest.isEmpty {
        client.send(rest.prefix(1500))
        rest = rest.dropFirst(1500)
        usleep(1000)
      }
      let reply = try #require(client.reply())
      #expect(reply.body == "\(size * 2 + 1) 40", "\(reply)")
    }
  }

  @Test(arguments: ["+5", "5, 5", "0x10", "5 5", "5,", "", "a", "18446744073709551616"])
  func `a length that is not a number has one reply of the server`(length: String) throws {
    let server = try TestServer()
    for isSplit in [false, true] {
      let client = try RawClient(server.port)
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\n")
      if isSplit { #expect(eventually { server.server.metrics.connectionsOpened.value > 1 }) }
      client.send("Content-Length: \(length)\r\n\r\nabcde")
      let reply = try #require(client.reply())
      #expect(reply.status == (length.count > 19 ? 413 : 400), "\(reply)")
      #expect(reply.body.contains(length.count > 19 ? "content-too-large" : "bad-framing"))
      #expect(client.readAll().isEmpty && client.hasEnded)
    }
  }

  @Test func `a method with a NUL is refused and ends the connection`() throws {
    let server = try TestServer()
    let client = try RawClient(server.port)
    client.send("G\0T /hello HTTP/1.1\r\nHost: x\r\n\r\n")
    let reply = try #require(client.reply())
    #expect(reply.status == 400 && reply.body.contains("bad-method"))
    #expect(client.readAll().isEmpty && client.hasEnded)
  }

  @Test func `cookies as browsers may have them reach the responder`() throws {
    let server = try TestServer { request, answer in
      answer(.text("\(request.cookies.pairs.count) \(request.headers[.cookie]?.utf8.count ?? 0)"))
    }
    let usual = "User-Agent: \(String(repeating: "u", count: 120))\r\nAccept: \(String(repeating: "a", count: 140))\r\n"
    let fields = usual + (0..<14).map { "Sec-X-\($0): \(String(repeating: "x", count: 40))\r\n" }.joined()
    let small = (0..<180).map { "_ga_\($0)=\(String(repeating: "s", count: 44))" }.joined(separator: "; ")
    let large = ["a=", "b="].map { $0 + String(repeating: "l", count: 4094) }.joined(separator: "; ")
    let client = try RawClient(server.port)
    for (cookies, count) in [(small, 180), (large, 2), ("", 0), ("-=1;;a=,b=", 2)] {
      client.get("/", "\(fields)Cookie: \(cookies)\r\n")
      #expect(client.reply()?.body == "\(count) \(cookies.utf8.count)")
    }
  }

  @Test func `a head that is too large for the memory of the connection is sent all the same`() throws {
    let long = String(repeating: "v", count: 12_000)
    let server = try TestServer { request, answer in
      let (isRedirect, isLarge) = (request.path == "/redirect", request.path == "/large")
      let headers: Headers = ["Location": long]
      let text = [UInt8](repeating: 0x61, count: isLarge ? 100_000 : 10)
      answer(Response(isRedirect ? .seeOther : .ok, headers: headers, body: isRedirect ? .empty : .bytes(text)))
    }
    for (path, status, count) in [("/redirect", 303, 0), ("/small", 200, 10), ("/large", 500, nil)] {
      let client = try RawClient(server.port)
      client.get(path)
      let reply = try #require(client.reply())
      #expect(reply.status == status && reply.headers["connection"] == "close")
      if let count { #expect(reply.body.utf8.count == count && reply.headers["location"] == long) }
      #expect(client.readAll().isEmpty && client.hasEnded)
    }
    #expect(server.server.metrics.unanswered.value == 0)
  }

  @Test func `HEAD is answered as GET without the body`() throws {
    let server = try TestServer()
    let client = try RawClient(server.port)
    client.send("HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n")
    let reply = try #require(client.reply(toHead: true))
    #expect(reply.headers["content-length"] == "5")
    client.get("/hello")
    #expect(client.reply()?.body == "Hello")
  }

  @Test func `HTTP 1-0 and Connection close end the connection, and a half-closed client still gets its answer`() throws
  {
    let server = try TestServer()
    for request in ["GET /hello HTTP/1.0\r\n\r\n", "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"] {
      let client = try RawClient(server.port)
      client.send(request)
      #expect(client.reply()?.body == "Hello")
      #expect(client.readAll().isEmpty && client.hasEnded)
    }
    let half = try RawClient(server.port)
    half.get("/hello")
    half.finishSending()
    #expect(half.reply()?.body == "Hello")
  }

  @Test func `OPTIONS may have the target *, and GET may not`() throws {
    let server = try TestServer { request, answer in answer(.text(request.path)) }
    let client = try RawClient(server.port)
    client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.reply()?.body == "*")
    client.get("*")
    #expect(client.reply()?.status == 400)
  }

  @Test func `each response has a date and safety headers, and keeps those that it sets itself`() throws {
    let server = try TestServer { request, answer in
      answer(.text("x").with(.contentSecurityPolicy, "default-src 'self'").with(.contentLength, "99"))
    }
    let client = try RawClient(server.port)
    client.get("/")
    let reply = try #require(client.reply())
    #expect(reply.headers["date"]?.hasSuffix(" GMT") == true)
    #expect(reply.headers["x-content-type-options"] == "nosniff")
    #expect(reply.headers["referrer-policy"] == "same-origin")
    #expect(reply.headers["content-security-policy"] == "default-src 'self'")
    #expect(reply.headers["content-length"] == "1")
  }

  @Test func `a response with a header that could split it is replaced by a problem`() throws {
    let server = try TestServer { request, answer in answer(Response.text("x").with("X", "a\r\nSet-Cookie: b")) }
    let client = try RawClient(server.port)
    client.get("/")
    let reply = try #require(client.reply())
    #expect(reply.status == 500)
    #expect(reply.headers["set-cookie"] == nil)
  }

  @Test func `a request without an answer gets 500, and a second answer is logged`() throws {
    let lines = Lock("")
    let log = Log { bytes in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
    let server = try TestServer(log: log) { request, answer in
      guard request.path == "/twice" else { return }
      answer(.text("one"))
      answer(.text("two"))
    }
    let client = try RawClient(server.port)
    client.get("/twice")
    #expect(client.reply()?.body == "one")
    client.get("/none?a=b%0a")
    #expect(client.reply()?.status == 500)
    #expect(eventually { lines.withLock { $0.contains("path=\"/none?a=b%0a\" status=500 bytes=") } })
    let text = lines.withLock { $0 }
    #expect(text.contains("event=answered-twice"))
    #expect(text.contains("event=request method=GET path=/twice status=200 bytes=3 us="))
    #expect(text.contains(" remote=127.0.0.1 id="))
  }
}
