import EspalierLocks
import Glibc
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

/// Slow page code delays no other request.
struct LeadershipTests {
  /// Blocks each caller until it is opened.
  private final class Gate: Sendable {
    private let state = Lock((isOpen: false, waiting: 0))
    var waiting: Int { state.withLock { $0.waiting } }
    func wait() {
      state.withLock { $0.waiting += 1 }
      while !state.withLock({ $0.isOpen }) { usleep(1000) }
      state.withLock { $0.waiting -= 1 }
    }
    func open() { state.withLock { $0.isOpen = true } }
  }

  private func server(_ gate: Gate, _ limits: HTTPLimits = HTTPLimits()) throws -> TestServer {
    try TestServer(limits, loops: 1) { request, answer in
      if request.path == "/gate" { gate.wait() }
      TestServer.usual(request, answer)
    }
  }

  private func knock(_ server: TestServer, _ count: Int, at gate: Gate) throws -> [RawClient] {
    try (1...count).map { number in
      let client = try RawClient(server.port)
      client.get("/gate")
      #expect(eventually { gate.waiting >= number })
      return client
    }
  }

  @Test func `either the leader returns or another thread takes over, never both`() {
    let leadership = Leadership()
    #expect(leadership.stepOfAbsence == nil)
    let first = leadership.stepOut()
    #expect(leadership.stepOfAbsence == first)
    #expect(leadership.comeBack(from: first) && !leadership.take(from: first))
    #expect(leadership.stepOfAbsence == nil)
    let second = leadership.stepOut()
    #expect(leadership.take(from: second) && !leadership.comeBack(from: second))
    #expect(leadership.stepOfAbsence == nil)
    let third = leadership.stepOut()
    #expect(!leadership.take(from: second) && leadership.comeBack(from: third))
  }

  @Test func `eight blocking handlers delay no other request of their loop, and are answered in the end`() throws {
    let gate = Gate()
    let server = try server(gate)
    let blocked = try knock(server, 8, at: gate)
    let other = try RawClient(server.port)
    for _ in 0..<100 {
      other.get("/hello")
      #expect(other.reply()?.body == "Hello")
    }
    gate.open()
    for client in blocked {
      #expect(client.reply()?.status == 404)
      client.get("/hello")
      #expect(client.reply()?.body == "Hello")
    }
  }

  @Test func `work that other threads gave to the loop may block too`() throws {
    let gate = Gate()
    let server = try server(gate)
    let loop = try #require(server.server.loops.first)
    for number in 1...4 {
      #expect(loop.run { gate.wait() })
      #expect(eventually { gate.waiting == number })
    }
    let client = try RawClient(server.port)
    client.get("/later")
    #expect(client.reply()?.body == "Later")
    gate.open()
    #expect(eventually { gate.waiting == 0 })
  }

  @Test func `when the maximum number of threads block, the loop waits for one of them and counts this`() throws {
    let gate = Gate()
    let server = try server(gate, limits { $0.threads = 2 })
    let blocked = try knock(server, 3, at: gate)
    let other = try RawClient(server.port)
    other.get("/hello")
    #expect(eventually { server.server.metrics.rejections[.threads] == 1 })
    gate.open()
    #expect(other.reply()?.body == "Hello")
    for client in blocked { #expect(client.reply()?.status == 404) }
  }

  @Test func `a server stops within its grace period even if a handler blocks, and the client receives 503`() throws {
    let gate = Gate()
    let server = try server(gate, limits { $0.shutdownGrace = .milliseconds(200) })
    let blocked = try knock(server, 1, at: gate)
    server.server.stop()
    #expect(blocked.first?.reply()?.status == 503)
    gate.open()
  }

  @Test func `a reply that needs no page is sent while every thread blocks`() throws {
    struct Health: Responder {
      let gate: Gate
      func respond(to request: Request, _ answer: Answer) {
        gate.wait()
        answer(.text("late"))
      }
      func immediateResponse(to request: Request) -> Response? { request.path == "/healthz" ? .text("ok") : nil }
    }
    let gate = Gate()
    let server = HTTPServer(
      configuration: HTTPConfiguration(port: 0, loops: 1, limits: limits { $0.threads = 2 }, log: .silent),
      responder: Health(gate: gate))
    let port = try server.start().port
    defer { server.stop() }
    let blocked = try RawClient(port)
    blocked.get("/")
    #expect(eventually { gate.waiting == 1 })
    let health = try RawClient(port)
    health.get("/healthz")
    #expect(health.reply()?.body == "ok")
    gate.open()
    #expect(blocked.reply()?.body == "late")
  }
}
