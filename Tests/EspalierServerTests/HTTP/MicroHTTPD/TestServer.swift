import Glibc

@testable import EspalierHTTP
@testable import EspalierServer

/// A server on a free port that answers with a closure. It stops with its owner.
final class TestServer: Sendable {
  struct Scripted: Responder {
    let script: @Sendable (Request, Answer) -> Void
    func respond(to request: Request, _ answer: Answer) { script(request, answer) }
  }

  let server: HTTPServer
  let port: UInt16

  init(
    _ limits: HTTPLimits = HTTPLimits(), loops: Int = 2, log: Log = .silent,
    _ script: @escaping @Sendable (Request, Answer) -> Void = TestServer.usual
  ) throws {
    server = HTTPServer(
      configuration: HTTPConfiguration(port: 0, loops: loops, limits: limits, log: log),
      responder: Scripted(script: script))
    port = try server.start().port
  }

  deinit { server.stop() }

  /// `/hello`, `/echo`, which returns what it read, and `/later`, which answers from another thread.
  static let usual: @Sendable (Request, Answer) -> Void = { request, answer in
    switch request.path {
    case "/hello": answer(.text("Hello"))
    case "/echo":
      answer(
        .text("\(request.method) \(request.body.count) \(String(decoding: request.body.prefix(64), as: UTF8.self))"))
    case "/later": later(.milliseconds(50)) { answer(.text("Later")) }
    case "/dropped": break
    default: answer(.problem(HTTPError(.notFound, "Nothing here."), for: request))
    }
  }
}

/// Limits with a short grace period and this change.
func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
  var limits = HTTPLimits()
  limits.shutdownGrace = .seconds(2)
  change(&limits)
  return limits
}

/// Runs work on another thread after a delay. The tests' own pool may be busy with blocking sockets.
func later(_ delay: Duration, _ work: @escaping @Sendable () -> Void) {
  let (seconds, attoseconds) = delay.components
  let microseconds = UInt32(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  let thread = EspalierHTTP.Thread {
    usleep(microseconds)
    work()
  }
  // Nothing joins the thread: a test waits for what it does, not for its end.
  thread?.detach()
}

/// Waits until the condition holds: 3,000 looks, which take thirty seconds and more.
func eventually(_ holds: () -> Bool) -> Bool {
  for _ in 0..<3000 {
    if holds() { return true }
    usleep(10_000)
  }
  return holds()
}
