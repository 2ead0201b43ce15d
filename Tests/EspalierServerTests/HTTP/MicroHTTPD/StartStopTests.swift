import EspalierLocks
import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// How a server starts and stops.
struct StartStopTests {
  private let silent = Log.silent

  @Test func `a port in use is a clear error, and the port is free again after a stop`() throws {
    let server = try TestServer()
    let same = HTTPServer(
      configuration: HTTPConfiguration(port: server.port, log: .silent), responder: TestServer.Scripted { _, _ in })
    let error = #expect(throws: ServerError.self) { try same.start() }
    #expect(error?.code == .portInUse)
    #expect(#expect(throws: ServerError.self) { try server.server.start() }?.code == .alreadyStarted)
    let client = try RawClient(server.port)
    client.get("/hello")
    #expect(client.reply()?.status == 200)
    server.server.stop()
    #expect(throws: RawClient.Failure.refused) { try RawClient(server.port) }
    #expect(try same.start().port == server.port)
    same.stop()
  }

  @Test(arguments: ["127.0.0.1", "localhost", "::1", "[::1]", "::", "0.0.0.0"])
  func `a server listens on literals and localhost`(host: String) throws {
    let server = HTTPServer(
      configuration: HTTPConfiguration(host: host, port: 0, log: .silent),
      responder: TestServer.Scripted { request, answer in answer(.text(request.remoteAddress)) })
    let bound = try server.start()
    defer { server.stop() }
    #expect(bound.port != 0)
    let isIPv6 = bound.host.contains(":")
    let client = try RawClient(bound.port, host: isIPv6 ? "::1" : "127.0.0.1")
    client.get("/")
    #expect(client.reply()?.body == (isIPv6 ? "::1" : "127.0.0.1"))
    guard host == "::" else { return }
    let mapped = try RawClient(bound.port)
    mapped.get("/")
    #expect(mapped.reply()?.body == "127.0.0.1")
  }

  @Test(arguments: ["example.invalid", "", "1.2.3", "192.0.2.1"])
  func `a host that is not an address of this machine is a clear error`(host: String) {
    let server = HTTPServer(
      configuration: HTTPConfiguration(host: host, port: 0, log: .silent), responder: TestServer.Scripted { _, _ in })
    #expect(#expect(throws: ServerError.self) { try server.start() }?.code == .badHost)
  }

  @Test func `an idle server with idle connections stops quickly`() throws {
    let server = try TestServer(limits { $0.shutdownGrace = .seconds(10) })
    let clients = try (0..<4).map { _ in try RawClient(server.port) }
    for client in clients.dropLast() {
      client.get("/hello")
      #expect(client.reply()?.status == 200)
    }
    let elapsed = ContinuousClock().measure { server.server.stop() }
    #expect(elapsed < .seconds(5))
    for client in clients { #expect(client.readAll().isEmpty && client.hasEnded) }
  }

  @Test func `suspended streams end cleanly when the server stops`() throws {
    let streams = Lock<[EventStream]>([])
    let server = try TestServer(limits { $0.shutdownGrace = .seconds(10) }) { _, answer in
      let stream = EventStream()
      streams.withLock { $0.append(stream) }
      answer(.events(stream))
    }
    let clients = try (0..<20).map { _ in try RawClient(server.port) }
    for client in clients {
      client.get("/")
      #expect(client.read(until: "\r\n\r\n") != nil)
    }
    let elapsed = ContinuousClock().measure { server.server.stop() }
    #expect(elapsed < .seconds(5))
    for client in clients { #expect(client.readAll().hasSuffix("0\r\n\r\n") && client.hasEnded) }
    #expect(streams.withLock { $0.allSatisfy { !$0.isOpen } })
  }

  @Test func `a stop waits for a reply in progress and refuses a new stream`() throws {
    let started = Counter()
    let server = try TestServer(limits { $0.shutdownGrace = .seconds(10) }) { request, answer in
      started.add()
      later(.milliseconds(500)) {
        if request.path == "/stream" { answer(.events(EventStream())) } else { answer(.text("done")) }
      }
    }
    let (plain, stream) = (try RawClient(server.port), try RawClient(server.port))
    plain.get("/plain")
    stream.get("/stream")
    #expect(eventually { started.value == 2 })
    server.server.stop()
    let reply = plain.reply()
    #expect(reply?.body == "done")
    #expect(reply?.headers["connection"]?.lowercased() == "close")
    let refused = stream.reply()
    #expect(refused?.status == 503)
    #expect(refused?.headers["retry-after"] == "1")
  }

  @Test func `an answer that takes longer than the grace period becomes 503, and a later answer has no effect`() throws
  {
    let kept = Lock<Answer?>(nil)
    let server = try TestServer(limits { $0.shutdownGrace = .milliseconds(300) }) { _, answer in
      kept.withLock { $0 = answer }
    }
    let client = try RawClient(server.port)
    client.get("/")
    #expect(eventually { kept.withLock { $0 != nil } })
    let elapsed = ContinuousClock().measure { server.server.stop() }
    #expect(elapsed < .seconds(5))
    #expect(client.reply()?.status == 503)
    let late = EventStream()
    kept.withLock { $0 }?(.events(late))
    kept.withLock { $0 = nil }
    #expect(!late.isOpen)
  }

  @Test func `a stop under load cuts no reply`() throws {
    let server = try TestServer(limits { $0.shutdownGrace = .seconds(10) }) { request, answer in
      if request.path == "/later" {
        later(.milliseconds(3)) { answer(.text(String(repeating: "x", count: 20_000))) }
      } else {
        answer(.text(String(repeating: "y", count: 20_000)))
      }
    }
    let (whole, cut, finished) = (Counter(), Counter(), Counter())
    let port = server.port
    let connected = Counter()
    for number in 0..<8 {
      later(.zero) {
        defer { finished.add() }
        guard let client = try? RawClient(port) else { return }
        connected.add()
        while true {
          guard client.get(number % 2 == 0 ? "/later" : "/now"), let reply = client.reply() else { return cut.add() }
          guard reply.body.utf8.count == 20_000 else { return cut.add() }
          whole.add()
          if reply.headers["connection"]?.lowercased() == "close" { return }
        }
      }
    }
    #expect(eventually { connected.value == 8 && whole.value > 50 })
    server.server.stop()
    #expect(eventually { finished.value == 8 })
    #expect(cut.value == 0)
    #expect(whole.value > 50)
  }

  @Test func `a loop that has ended takes no work`() throws {
    let server = try TestServer(loops: 1)
    let loop = try #require(server.server.loops.first)
    server.server.stop()
    let ran = Counter()
    #expect(!loop.run { ran.add() } && ran.value == 0)
  }

  @Test func `a server that has stopped leaves no open descriptor`() async {
    // In another process: other tests open sockets at the same time.
    await #expect(processExitsWith: .success) {
      func descriptors() -> Int { (0..<1024).count { fcntl($0, F_GETFD) >= 0 } }
      func round() throws {
        let stream = EventStream()
        let server = try TestServer { request, answer in
          if request.path == "/stream" { answer(.events(stream)) } else { answer(.text("ok")) }
        }
        let (plain, streaming) = (try RawClient(server.port), try RawClient(server.port))
        plain.get("/")
        guard plain.reply()?.body == "ok" else { exit(2) }
        streaming.get("/stream")
        guard streaming.read(until: "\r\n\r\n") != nil else { exit(3) }
        server.server.stop()
      }
      try round()
      let before = descriptors()
      for _ in 0..<5 { try round() }
      guard before > 0, descriptors() == before else { exit(4) }
    }
  }

  @Test func `SIGTERM ends a server that waits for a signal and has a suspended stream`() async {
    await #expect(processExitsWith: .success) {
      let stream = EventStream()
      let server = HTTPServer(
        configuration: HTTPConfiguration(port: 0, log: .silent),
        responder: TestServer.Scripted { _, answer in answer(.events(stream)) })
      let port = try server.start().port
      later(.milliseconds(50)) {
        guard let client = try? RawClient(port) else { exit(2) }
        client.get("/")
        guard client.read(until: "\r\n\r\n") != nil else { exit(3) }
        kill(getpid(), SIGTERM)
        guard client.readAll().hasSuffix("0\r\n\r\n") else { exit(4) }
      }
      try server.runUntilSignal()
      guard !stream.isOpen else { exit(5) }
    }
  }
}
