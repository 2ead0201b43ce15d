package import EspalierHTTP
import EspalierLocks

/// A thread that runs jobs one at a time on a state that only this thread has, for example a connection. A slow
/// statement keeps neither a page nor a connection of the server waiting.
package final class DatabaseThread<State>: Sendable {
  package typealias Job = @Sendable (State) -> Void

  private struct Queue {
    var jobs = Turns<Job>()
    /// Jobs for later.
    var timed: [(time: ContinuousClock.Instant, job: Job)] = []
    var isStarted = false
    var isClosed = false
    /// How often `regularly` runs; nil while it rests.
    var interval: Duration?
  }

  private let queue = Lock(Queue())
  private let bell = Bell()
  private let make: @Sendable () -> State
  private let regularly: Job

  /// A thread that starts with its first job. It makes the state then.
  package init(regularly: @escaping Job = { _ in }, _ make: @escaping @Sendable () -> State) {
    (self.make, self.regularly) = (make, regularly)
  }

  /// Runs a job after those that wait, but for a requester not after all jobs of another. Jobs that wait when the thread is
  /// closed run, too.
  package func run(for requester: Requester? = nil, _ job: @escaping Job) {
    add { $0.jobs.append(job, for: requester) }
  }

  /// Runs a job at a time, unless the thread is closed before.
  package func run(at time: ContinuousClock.Instant, _ job: @escaping Job) { add { $0.timed.append((time, job)) } }

  private func add(_ change: (inout Queue) -> Void) {
    let isFirst = queue.withLock { queue in
      change(&queue)
      defer { queue.isStarted = true }
      return !queue.isStarted
    }
    if isFirst { start() } else { bell.ring() }
  }

  /// Sets how often the thread does its regular work; nil stops it.
  package func work(every interval: Duration?) {
    queue.withLock { $0.interval = interval }
    bell.ring()
  }

  /// Ends the thread after the jobs that wait, and lets go of the state.
  package func close() {
    queue.withLock { $0.isClosed = true }
    bell.ring()
  }

  private func start() {
    guard let thread = Thread({ [self] in loop() }) else {
      // Without a thread the caller does the work itself: late is better than never.
      return loop(untilEmpty: true)
    }
    thread.detach()
  }

  private func loop(untilEmpty: Bool = false) {
    let state = make()
    var last = ContinuousClock.now
    while true {
      let (job, next, interval, isClosed) = queue.withLock { queue in
        let now = ContinuousClock.now
        for timed in queue.timed where timed.time <= now { queue.jobs.append(timed.job) }
        queue.timed.removeAll { $0.time <= now }
        return (queue.jobs.takeFirst(), queue.timed.map(\.time).min(), queue.interval, queue.isClosed)
      }
      job?(state)
      if let interval, !isClosed, .now - last >= interval {
        regularly(state)
        last = .now
      }
      if job != nil { continue }
      if isClosed || untilEmpty {
        if untilEmpty { queue.withLock { $0.isStarted = false } }
        return
      }
      let waits = [interval.map { $0 - (.now - last) }, next.map { $0 - .now }].compactMap(\.self)
      if let wait = waits.min() { bell.wait(atMost: wait) } else { bell.wait() }
    }
  }
}

extension DatabaseThread {
  /// Runs work on the thread and returns its result.
  package func result<Result: Sendable>(_ work: @escaping @Sendable (State) throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      run { state in continuation.resume(with: Swift.Result { try work(state) }) }
    }
  }
}
