import Espalier
import EspalierLocks
import EspalierServer

@testable import EspalierHTTP

/// A site that answers as the test says, and keeps the last request.
final class Echo: ClusterSite {
  private let state = Lock<(answer: Response, last: Request?, limit: Int?, isSilent: Bool)>(
    (Response(.ok), nil, nil, false))
  /// The answers that are never given.
  private let kept = Lock<[Answer]>([])

  var answer: Response {
    get { state.withLock { $0.answer } }
    set { state.withLock { $0.answer = newValue } }
  }
  var last: Request? { state.withLock { $0.last } }
  var limit: Int? {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }
  var isSilent: Bool {
    get { state.withLock { $0.isSilent } }
    set { state.withLock { $0.isSilent = newValue } }
  }

  let httpLimits = HTTPLimits()
  func take(_ holding: Holding, in term: UInt64, _ reply: @escaping StoreReply<Void>) {}
  func doubt(_ holding: Holding, _ isInDoubt: Bool) {}
  func drop(_ holdings: Set<Holding>) {}
  func hear(_ shares: [String: JSON]) {}
  func hear(sessionsOf browsers: [String]?) {}
  func hear(_ value: JSON, ofSignal name: String) {}
  func respond(to request: Request, _ answer: Answer) {}
  func fileLimit(of head: Request) -> Int? { limit }
  func run(_ work: @escaping @Sendable () -> Void) { Task.detached { work() } }
  func openStream(for request: Request) -> EventStream { EventStream() }
  func noteSlowViewer() {}
  func goodbye(at version: String) -> [UInt8] { [] }

  func respond(toNode request: Request, _ answer: Answer) {
    state.withLock { $0.last = request }
    if isSilent { kept.withLock { $0.append(answer) } } else { answer(self.answer) }
  }
}

/// Another program.
struct Other: Responder {
  func respond(to request: Request, _ answer: Answer) { answer(.text("It works!")) }
}

/// A port that nobody uses.
func freePort() throws -> UInt16 {
  let server = HTTPServer(configuration: HTTPConfiguration(port: 0, log: .silent), responder: Other())
  defer { server.stop() }
  return try server.start().port
}
