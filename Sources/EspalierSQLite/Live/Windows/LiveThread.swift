import EspalierLocks

/// The way to the thread that shows rows, for the threads that it uses itself. It is cut when the database goes, because
/// they would keep each other otherwise.
final class LiveThread: Sendable {
  typealias Job = @Sendable (LiveQueries) -> Void

  private let thread = Lock<DatabaseThread<LiveQueries>?>(nil)

  func connect(_ thread: DatabaseThread<LiveQueries>) { self.thread.withLock { $0 = thread } }

  func cut() { thread.withLock { $0 = nil } }

  func run(_ job: @escaping Job) {
    let thread = thread.withLock { $0 }
    thread?.run(job)
  }
}
