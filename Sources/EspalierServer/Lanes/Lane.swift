import EspalierHTTP
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
    var queue: [Work] = []
    var next = 0
    /// The work that was left to other threads, in order.
    var submitted: [@Sendable () -> Void] = []
    var owner: pthread_t?
  }

  private let state = Lock(State())
  /// Runs work on another thread; used when an idle lane gets a job.
  private let elsewhere: @Sendable (@escaping @Sendable () -> Void) -> Void

  package init(elsewhere: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.elsewhere = elsewhere }

  /// Runs the work now if the lane is idle, otherwise after the work that is already in it.
  package func enter(_ work: @escaping @Sendable () -> Void) {
    if add(.call(work)) { drain() }
  }

  /// Leaves the work to another thread. Work runs in the order in which it was submitted, whichever thread comes first:
  /// the end of a task must not overtake its result.
  package func submit(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.submitted.append(work) }
    elsewhere { [self] in enter { self.state.withLock { $0.submitted.removeFirst() }() } }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    elsewhere { [self] in if add(.job(job)) { drain() } }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    // Safe: the page instance that is asked for its executor owns the lane.
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  /// Called by `assumeIsolated` on a thread that runs no job of the lane.
  package func checkIsolated() {
    precondition(state.withLock { $0.owner == pthread_self() }, "this code must run in the lane of its page instance")
  }

  /// Adds the work. Returns whether the calling thread must drain the lane.
  private func add(_ work: Work) -> Bool {
    state.withLock { state in
      state.queue.append(work)
      guard state.owner == nil else { return false }
      state.owner = pthread_self()
      return true
    }
  }

  private func drain() {
    while let work = takeNext() {
      switch work {
      case .call(let call): call()
      case .job(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      }
    }
  }

  private func takeNext() -> Work? {
    state.withLock { state in
      guard state.next < state.queue.count else {
        (state.queue, state.next, state.owner) = ([], 0, nil)
        return nil
      }
      let work = state.queue[state.next]
      state.next += 1
      // A lane that is never idle must not keep all of its finished work.
      if state.next > 64 && state.next * 2 > state.queue.count {
        state.queue.removeFirst(state.next)
        state.next = 0
      }
      return work
    }
  }
}
