import EspalierLocks
import Glibc
import Synchronization

/// The threads that lanes leave work to: the server's loops, in turn; one of Swift's own threads where there is no server.
/// The work never runs inside the call that leaves it.
final class Workers: Sendable {
  /// Not a bare closure: Swift wraps one that stands in a generic lock once more each time it is looked at.
  private struct Source {
    var loops: @Sendable () -> [Loop] = { [] }
  }

  /// What is left where there is no server.
  private struct Queue {
    var work: [@Sendable () -> Void] = []
    /// Whether a thread will come for it, and whether one is at it.
    var isScheduled = false
    var isRunning = false
  }

  private let source = Lock(Source())
  private let queue = Lock(Queue())
  private let next = Atomic(0)

  func use(_ loops: @escaping @Sendable () -> [Loop]) { source.withLock { $0.loops = loops } }

  func run(_ work: @escaping @Sendable () -> Void) {
    let loops = source.withLock { $0.loops }()
    guard !loops.isEmpty else { return enqueue(work) }
    let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
    loops[Int(UInt(bitPattern: turn) % UInt(loops.count))].run(work)
  }

  /// Returns when everything is done that was left here, and everything that this left here in turn; helps with it. Not for
  /// such work itself. Of work that a server's loops do it knows nothing.
  func settle() {
    while queue.withLock({ $0.isRunning || !$0.work.isEmpty }) {
      if !drain() { sched_yield() }
    }
  }

  /// Work is done in the order in which it was left, one piece at a time.
  private func enqueue(_ work: @escaping @Sendable () -> Void) {
    let isFirst = queue.withLock { queue in
      queue.work.append(work)
      if queue.isScheduled || queue.isRunning { return false }
      queue.isScheduled = true
      return true
    }
    if isFirst { Task.detached { self.drain() } }
  }

  /// Does what was left, unless another thread is at it. Returns whether it did.
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
