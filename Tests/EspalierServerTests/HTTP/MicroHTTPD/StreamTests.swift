import EspalierLocks
import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Streams over a real socket.
struct StreamTests {
  /// A server that answers every request with the stream.
  private func serve(_ stream: EventStream, _ limits: HTTPLimits = HTTPLimits()) throws -> TestServer {
    try TestServer(limits, loops: 1) { _, answer in answer(.events(stream)) }
  }

  @Test func `bytes sent from any thread arrive in order and at once`() throws {
    let stream = EventStream()
    let server = try serve(stream)
    let client = try RawClient(server.port)
    stream.send(Array("early\n".utf8))
    client.get("/")
    let head = try #require(client.read(until: "\r\n\r\n"))
    #expect(head.contains("Content-Type: text/event-stream"))
    #expect(client.read(until: "early\n") != nil)
    for number in 0..<200 {
      stream.send(Array("event \(number)\n".utf8))
      #expect(client.read(until: "event \(number)\n") != nil)
    }
    later(.milliseconds(20)) {
      for number in 0..<1000 { stream.send(Array("burst \(number)\n".utf8)) }
      stream.close()
    }
    // Removes the sizes of chunks, which may end anywhere.
    let rest = client.readAll().replacing(/\r\n[0-9a-fA-F]+\r\n/, with: "")
    #expect(rest.hasPrefix((0..<1000).map { "burst \($0)\n" }.joined()))
    #expect(client.hasEnded)
  }

  @Test func `a body larger than the daemon's buffer arrives complete`() throws {
    let stream = EventStream()
    let server = try serve(stream)
    let client = try RawClient(server.port)
    stream.send([UInt8](repeating: UInt8(ascii: "x"), count: 900_000))
    stream.close()
    client.get("/")
    #expect(client.reply()?.body.utf8.count == 900_000)
  }

  @Test func `the server notices at once that a client leaves, even if nothing is sent`() throws {
    for reset in [false, true] {
      let stream = EventStream()
      let ends = Lock<[EventStream.End]>([])
      stream.onClose { end in ends.withLock { $0.append(end) } }
      let server = try serve(stream)
      do {
        let client = try RawClient(server.port)
        client.get("/")
        #expect(client.read(until: "\r\n\r\n") != nil)
        usleep(20_000)
        #expect(stream.isOpen)
        if reset { client.setReset() }
      }
      // The stream is closed a moment before it says so.
      #expect(eventually { ends.withLock { !$0.isEmpty } })
      #expect(ends.withLock { $0 } == [.gone] && !stream.isOpen)
    }
  }

  @Test func `a silent stream sends heartbeats`() throws {
    let stream = EventStream()
    let server = try serve(stream, limits { $0.heartbeat = .milliseconds(200) })
    let client = try RawClient(server.port)
    client.get("/")
    for _ in 0..<3 { #expect(client.read(until: ":\n\n") != nil) }
  }

  @Test func `a silent stream stays open beyond the idle limit`() throws {
    let stream = EventStream()
    let server = try serve(stream, limits { $0.idle = .seconds(1) })
    let client = try RawClient(server.port)
    client.get("/")
    #expect(client.read(until: "\r\n\r\n") != nil)
    for _ in 0..<2 {
      usleep(2_200_000)
      stream.send(Array("still here".utf8))
      #expect(client.read(until: "still here") != nil)
    }
  }

  @Test func `a reader that takes none of the waiting bytes is ended after the stall limit, and counted`() throws {
    let stream = EventStream()
    let server = try serve(stream, limits { ($0.idle, $0.stall) = (.seconds(1), .seconds(3)) })
    let client = try RawClient(server.port)
    client.get("/")
    let start = ContinuousClock.now
    stream.send([UInt8](repeating: 120, count: 32 << 20))
    #expect(eventually { !stream.isOpen })
    #expect(ContinuousClock.now - start > .seconds(2))
    #expect(server.server.metrics.rejections[.stall] == 1)
    withExtendedLifetime(client) {}
  }

  @Test func `waiting for an answer or for a stream costs no processor time`() async {
    // In another process, whose processor time is only the server's.
    await #expect(processExitsWith: .success) {
      let stream = EventStream()
      let server = try TestServer { request, answer in
        if request.path == "/stream" { answer(.events(stream)) } else { later(.seconds(1)) { answer(.text("ok")) } }
      }
      let (waiting, streaming) = (try RawClient(server.port), try RawClient(server.port))
      streaming.get("/stream")
      guard streaming.read(until: "\r\n\r\n") != nil else { exit(2) }
      waiting.get("/")
      let before = clock()
      guard waiting.reply()?.body == "ok" else { exit(3) }
      // A loop that spins would use the whole second. clock() counts microseconds.
      guard clock() - before < 200_000 else { exit(4) }
    }
  }

  @Test func `a reader that is too slow receives no more, and gets everything queued when it reads`()
    throws
  {
    let stream = EventStream(limit: 100_000)
    let server = try serve(stream)
    let client = try RawClient(server.port, receiveBuffer: 4096)
    client.get("/")
    #expect(client.read(until: "\r\n\r\n") != nil)
    let block = [UInt8](repeating: 120, count: 10_000)
    var queued = 0
    for _ in 0..<400 {
      if stream.send(block) == .queued { queued += 1 }
      usleep(1000)
    }
    #expect(stream.isOpen)
    // The queue, 16 KiB unsent and the client's small buffer. Without a bound the kernel alone would take 2.5 MB and
    // more.
    #expect(queued < 30)
    let drained = Counter()
    stream.whenDrained {
      drained.add()
      stream.close()
    }
    let body = client.readAll()
    #expect(body.utf8.filter { $0 == 120 }.count == queued * block.count)
    #expect(drained.value == 1)
  }

  @Test func `HEAD of a stream ends at once and closes it`() throws {
    let stream = EventStream()
    let server = try serve(stream)
    let client = try RawClient(server.port)
    client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.reply(toHead: true)?.status == 200)
    #expect(eventually { !stream.isOpen })
  }

  @Test func `a stream that has a reader cannot be given as another answer`() throws {
    let stream = EventStream()
    let server = try serve(stream)
    let (first, second) = (try RawClient(server.port), try RawClient(server.port))
    first.get("/")
    #expect(first.read(until: "\r\n\r\n") != nil)
    second.get("/")
    #expect(second.reply()?.status == 500)
    stream.send(Array("unharmed".utf8))
    #expect(first.read(until: "unharmed") != nil)
  }
}
