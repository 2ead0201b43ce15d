import EspalierPostgres
import EspalierHTTP
import EspalierLocks
import EspalierServer

/// A thread with one connection. What it is asked waits in order.
final class ConnectionThread: Sendable {
  private typealias Job = @Sendable (PostgresConnection) -> Void

  private struct State {
    var jobs: [Job] = []
    var isStarted = false
    var isClosed = false
  }

  private let state = Lock(State())
  private let bell = Bell()
  private let url: String

  /// A thread that starts when it is first asked.
  init(_ url: String) { self.url = url }

  /// Asks the database, and calls back on this thread.
  func ask<Value: Sendable>(
    _ reply: @escaping StoreReply<Value>,
    _ work: @escaping @Sendable (PostgresConnection) throws(PageStoreError) -> Value
  ) {
    let isFirst = state.withLock { state in
      state.jobs.append { connection in reply(Result { () throws(PageStoreError) in try work(connection) }) }
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return bell.ring() }
    if let thread = Thread({ [self] in run() }) { thread.detach() } else { run(once: true) }
  }

  /// Ends the thread after the jobs that wait.
  func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
  }

  private func run(once: Bool = false) {
    let connection = PostgresConnection(url)
    while true {
      let (jobs, isClosed) = state.withLock { state in
        defer { state.jobs = [] }
        if once, state.jobs.isEmpty { state.isStarted = false }
        return (state.jobs, state.isClosed || once)
      }
      for job in jobs { job(connection) }
      if !jobs.isEmpty { continue }
      if isClosed { return }
      bell.wait()
    }
  }
}
