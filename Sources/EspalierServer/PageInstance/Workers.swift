import EspalierLocks
import Glibc

/// Runs the work that lanes leave to other threads: on the server's loops in turn, or on one of Swift's own threads if
/// there is no server. The work never runs inside the call that leaves it.
final class Workers: Sendable {
  /// Not just a closure: Swift wraps a closure in a generic lock once more each time the lock is read.
  private struct Threads {
    /// Runs work on one of the threads. Returns false if there is none.
    var run: @Sendable (@escaping @Sendable () -> Void) -> Bool = { _ in false }
  }

  /// The work that waits if there is no server.
  private struct Queue {
    var work: [@Sendable () -> Void] = []
    /// Whether a thread was asked to run the work, and whether one runs it now.
    var isScheduled = false
    var isRunning = false
  }

  private let threads = Lock(Threads())
  private let queue = Lock(Queue())

  func use(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) { threads.withLock { $0.run = run } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let run = threads.withLock { $0.run }
    if !run(work) { enqueue(work) }
  }

  /// Runs the waiting work, and the work that this work leaves, and returns when none waits or runs. Do not call it
  /// from such work. It does not wait for work on a server's loops.
  func settle() {
    while queue.withLock({ $0.isRunning || !$0.work.isEmpty }) {
      if !drain() { sched_yield() }
    }
  }

  /// Work runs in the order of these calls, one piece at a time.
  private func enqueue(_ work: @escaping @Sendable () -> Void) {
    let isFirst = queue.withLock { queue in
      queue.work.append(work)
      if queue.isScheduled || queue.isRunning { return false }
      queue.isScheduled = true
      return true
    }
    if isFirst { Task.detached { self.drain() } }
  }

  /// Runs the waiting work, unless another thread does. Returns whether it did.
  @discardableResult
  private func drain() -> Bool {
    let isMine = queue.withLock { queue in
      if queue.isRunning { return false }
      queue.isScheduled = false
      queue.isRunning = true
      return true
    }
    guard isMine else { return false }
    while true {
      let batch = queue.withLock { queue in
        queue.isRunning = !queue.work.isEmpty
        defer { queue.work = [] }
        return queue.work
      }
      if batch.isEmpty { return true }
      for work in batch { work() }
    }
  }
}
