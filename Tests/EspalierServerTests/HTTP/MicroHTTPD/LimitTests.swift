import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Limits of bodies, deadlines and connections, over a real socket.
struct LimitTests {
  @Test func `a declared body over the limit gets 413 before the server asks for the body`() throws {
    let server = try TestServer(limits { $0.body = 1000 })
    let client = try RawClient(server.port)
    client.send("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n")
    let all = client.readAll()
    #expect(all.hasPrefix("HTTP/1.1 413 "))
    #expect(!all.contains("100 Continue"))
    #expect(client.hasEnded)
    let fits = try RawClient(server.port)
    fits.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "a", count: 1000))
    #expect(fits.reply()?.body.hasPrefix("POST 1000 ") == true)
  }

  @Test(
    arguments: ["chunked", "chunked \t", "Chunked"],
    [String(repeating: "0", count: 14_000), "5;" + String(repeating: "x", count: 14_000), "3\r\nabc\r\n0\r\n\r\n", ""])
  func `a chunked body is refused before it is read, and its connection ends at once`(coding: String, body: String)
    throws
  {
    let server = try TestServer()
    let client = try RawClient(server.port)
    let start = ContinuousClock.now
    client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \(coding)\r\n\r\n" + body)
    #expect(client.reply()?.status == 411)
    #expect(client.readAll().isEmpty && client.hasEnded)
    // This once took 30 s and kept one core busy.
    #expect(ContinuousClock.now - start < .seconds(4))
  }

  @Test func `slow readers of different documents hold a limited number of bytes, and those of one document few`()
    throws
  {
    let size = 8 << 20
    let one = [UInt8](repeating: 1, count: size)
    let server = try TestServer(limits { $0.replies = 3 * size }) { request, answer in
      answer(.bytes(request.path == "/one" ? one : [UInt8](repeating: 2, count: size), .plainText))
    }
    func reader(_ path: String) throws -> RawClient {
      let client = try RawClient(server.port, receiveBuffer: 4096)
      client.get(path, "Connection: close\r\n")
      #expect(client.read(until: "\r\n\r\n")?.hasPrefix("HTTP/1.1 200 ") == true)
      return client
    }
    let readers = try (0..<4).map { _ in try reader("/one") } + (0..<4).map { _ in try reader("/other") }
    let lengths = readers.map { $0.readAll().utf8.count }
    // The body of the first two was cut, that of all others is whole.
    #expect(lengths.enumerated().filter { $0.element != size }.map(\.offset) == [4, 5])
    #expect(server.server.metrics.rejections[.replies] == 2)
  }

  @Test func `a head that arrives too slowly is dropped at its deadline`() throws {
    let server = try TestServer(limits { $0.headerDeadline = .seconds(1) })
    let client = try RawClient(server.port)
    let start = ContinuousClock.now
    client.send("GET /hello HTTP/1.1\r\n")
    var sent = 0
    while sent < 200, client.send("X-\(sent): a\r\n") {
      sent += 1
      usleep(20_000)
    }
    #expect(sent < 200)
    #expect(ContinuousClock.now - start >= .seconds(1))
    let quick = try RawClient(server.port)
    quick.get("/hello")
    #expect(quick.reply()?.body == "Hello")
    usleep(100_000)
    quick.get("/hello")
    #expect(quick.reply()?.body == "Hello")
  }

  @Test
  func `a request line that never arrives is dropped, and so is one that arrives too slowly on a used connection`()
    throws
  {
    let server = try TestServer(limits { ($0.headerDeadline, $0.idle) = (.seconds(1), .seconds(1)) })
    let silent = try RawClient(server.port)
    #expect(silent.readAll().isEmpty && silent.hasEnded)
    let used = try RawClient(server.port)
    used.get("/hello")
    #expect(used.reply()?.body == "Hello")
    var sent = 0
    while sent < 60, used.send("a") {
      sent += 1
      usleep(50_000)
    }
    #expect(sent < 60)
  }

  @Test func `a body that arrives too slowly is dropped at its deadline`() throws {
    let server = try TestServer(limits { $0.bodyDeadline = .milliseconds(300) })
    let client = try RawClient(server.port)
    client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
    var sent = 0
    while sent < 100, client.send("a") {
      sent += 1
      usleep(20_000)
    }
    #expect(sent < 100)
    #expect(!client.readAll().contains("HTTP/1.1 200"))
  }

  @Test func `the server notices a client that leaves in the middle of its body`() throws {
    let server = try TestServer()
    let client = try RawClient(server.port)
    client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
    client.finishSending()
    #expect(client.readAll().isEmpty && client.hasEnded)
  }

  @Test func `a connection over the limit of an address is closed at once, and allowed after another one closes`()
    throws
  {
    let server = try TestServer(limits { $0.connectionsPerAddress = 5 })
    var clients: [RawClient] = []
    for _ in 0..<5 {
      let client = try RawClient(server.port)
      client.get("/hello")
      #expect(client.reply()?.body == "Hello")
      clients.append(client)
    }
    let sixth = try RawClient(server.port)
    #expect(sixth.readAll().isEmpty && sixth.hasEnded)
    clients.removeLast()
    let admitted = eventually {
      guard let client = try? RawClient(server.port) else { return false }
      client.get("/hello")
      return client.reply()?.body == "Hello"
    }
    #expect(admitted)
  }

  @Test(arguments: [127, 128, 129, 256])
  func `many connections that are ready at once are all answered`(count: Int) throws {
    let server = try TestServer(loops: 1) { request, answer in
      if request.path == "/slow" { usleep(200_000) }
      answer(.text("ok"))
    }
    let clients = try (0..<count).map { _ in try RawClient(server.port) }
    for client in clients {
      client.get("/hello")
      #expect(client.reply()?.body == "ok")
    }
    let slow = try RawClient(server.port)
    slow.get("/slow")
    usleep(50_000)
    for client in clients { client.get("/hello") }
    for client in clients { #expect(client.reply()?.body == "ok") }
    #expect(slow.reply()?.body == "ok")
  }
}
