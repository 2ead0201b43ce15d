package import EspalierHTTP
import EspalierLocks
import Glibc

/// A serial executor that a thread can enter directly. It lets only one thread at a time use a page instance's tree.
///
/// A thread that finds the lane idle runs its work at once, and then the work that came meanwhile. A thread that finds
/// it busy leaves its work to the thread inside and continues. Nobody ever blocks. As a `SerialExecutor`, the lane also
/// runs the asynchronous jobs of its actor.
package final class Lane: SerialExecutor {
  private enum Work {
    case call(@Sendable () -> Void)
    case job(UnownedJob)
  }

  private struct State {
    var queue = FIFO<Work>()
    /// The work that was left to other threads, in order.
    var submitted = FIFO<@Sendable () -> Void>()
    var owner: pthread_t?
  }

  private let state = Lock(State())
  /// The pieces of work that wait in this lane, and in others of its page.
  private let waiting: Counter?
  /// Runs work on another thread; used when an idle lane gets a job.
  private let elsewhere: @Sendable (@escaping @Sendable () -> Void) -> Void

  package init(waiting: Counter? = nil, elsewhere: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.waiting = waiting
    self.elsewhere = elsewhere
  }

  /// The pieces of work that wait until the lane is idle.
  var length: Int { state.withLock { $0.queue.count } }

  /// Runs the work now if the lane is idle, otherwise after the work that is already in it.
  package func enter(_ work: @escaping @Sendable () -> Void) { run(.call(work)) }

  /// Runs the work now if this thread is in the lane, otherwise as `enter` does.
  func inside(_ work: @escaping @Sendable () -> Void) {
    if state.withLock({ $0.owner == pthread_self() }) { work() } else { enter(work) }
  }

  /// Leaves the work to another thread. Work runs in the order in which it was submitted, whichever thread comes first:
  /// the end of a task must not overtake its result.
  package func submit(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.submitted.append(work) }
    elsewhere { [self] in enter { self.state.withLock { $0.submitted.takeFirst() }?() } }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    elsewhere { [self] in run(.job(job)) }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    // Safe: the page instance that is asked for its executor owns the lane.
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  /// Called by `assumeIsolated` on a thread that runs no job of the lane.
  package func checkIsolated() {
    precondition(state.withLock { $0.owner == pthread_self() }, "this code must run in the lane of its page instance")
  }

  private func run(_ work: Work) {
    let isIdle = state.withLock { state in
      if state.owner == nil {
        state.owner = pthread_self()
        return true
      }
      state.queue.append(work)
      waiting?.add()
      return false
    }
    guard isIdle else { return }
    perform(work)
    while let next = takeNext() { perform(next) }
  }

  private func perform(_ work: Work) {
    switch work {
    case .call(let call): call()
    case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  private func takeNext() -> Work? {
    state.withLock { state in
      guard let work = state.queue.takeFirst() else {
        state.owner = nil
        return nil
      }
      waiting?.add(-1)
      return work
    }
  }
}

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
