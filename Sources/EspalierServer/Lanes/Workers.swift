import EspalierLocks

/// The threads that lanes leave work to: the server's loops, in turn; the caller's own where there is no server.
final class Workers: Sendable {
  /// Not a bare closure: Swift wraps one that stands in a generic lock once more each time it is looked at.
  private struct Threads {
    /// Runs work on one of the threads; false where there is none.
    var run: @Sendable (@escaping @Sendable () -> Void) -> Bool = { _ in false }
  }

  private let threads = Lock(Threads())

  func use(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) { threads.withLock { $0.run = run } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let run = threads.withLock { $0.run }
    if !run(work) { work() }
  }
}
