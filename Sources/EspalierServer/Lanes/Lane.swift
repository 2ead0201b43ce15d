import EspalierHTTP
import EspalierLocks
import Glibc

/// A serial executor that a thread can enter in place: what keeps a page instance's tree to one thread at a time.
///
/// A thread that finds the lane idle runs its work at once and then whatever came meanwhile; one that finds it busy
/// leaves its work for the thread inside and goes on. Nobody ever blocks. As a `SerialExecutor` the lane is also where
/// the asynchronous work of an actor comes back to.
package final class Lane: SerialExecutor {
  private enum Work {
    case call(@Sendable () -> Void)
    case job(UnownedJob)
  }

  private struct State {
    var queue: [Work] = []
    var next = 0
    /// What was left to other threads, in order.
    var submitted: [@Sendable () -> Void] = []
    var owner: pthread_t?
  }

  private let state = Lock(State())
  /// Runs work on some other thread; where a lane that was idle gets a job.
  private let elsewhere: @Sendable (@escaping @Sendable () -> Void) -> Void

  package init(elsewhere: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.elsewhere = elsewhere }

  /// Runs the work now if the lane is idle, else after what is in it.
  package func enter(_ work: @escaping @Sendable () -> Void) {
    if add(.call(work)) { drain() }
  }

  /// Leaves the work to another thread. Whichever is there first does what was submitted first: the end of something must
  /// not overtake its result.
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
    precondition(state.withLock { $0.owner == pthread_self() }, "this thread is not in the page instance's lane")
  }

  /// Takes the work in. Returns whether the calling thread is to drain the lane.
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
      // A lane that never rests must not remember all that it did.
      if state.next > 64 && state.next * 2 > state.queue.count {
        state.queue.removeFirst(state.next)
        state.next = 0
      }
      return work
    }
  }
}
