import Glibc
import Synchronization

/// Keeps slow page code from blocking a loop. Its thread checks every few milliseconds whether a loop's leader is out
/// for too long, and then starts another thread to lead. It sleeps while the server is idle.
final class Watchdog: Sendable {
  /// How often it looks. A leader that is out for one to two of these loses the lead.
  static let period = Duration.milliseconds(5)
  /// It goes to sleep after this many looks in a row at which no leader was out.
  private static let quietLooks = 100

  private let bell = Semaphore()
  private let looks = Atomic(0)
  private let isAsleep = Atomic(false)
  private let isStopped = Atomic(false)
  /// Threads that lost the lead and whose page code has not returned.
  private let strays = Atomic(0)
  private let limit: Int
  private let ended = Semaphore()
  private let threadID = Atomic<UInt>(0)

  /// Allows `limit` threads that are stuck in page code, besides the leaders.
  init(limit: Int) { self.limit = limit }

  /// Watches the loops until `stop`.
  func start(_ loops: [Loop]) throws(ServerError) {
    guard Thread({ [self] in watch(loops) }) != nil else { throw .noThread }
  }

  /// Ends its thread and waits until it has ended.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    leaderIsOut()
    ended.wait()
    pthread_join(pthread_t(threadID.load(ordering: .relaxed)), nil)
  }

  /// The number of looks so far. A leader uses it as a clock, to see that a batch of page code takes long.
  var tick: Int { looks.load(ordering: .relaxed) }

  /// A leader has stepped out.
  func leaderIsOut() {
    guard isAsleep.load(ordering: .sequentiallyConsistent) else { return }
    if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { bell.signal() }
  }

  /// A thread has lost the lead.
  func strayBegan() { strays.add(1, ordering: .relaxed) }
  /// Its page code has returned.
  func strayEnded() { strays.subtract(1, ordering: .relaxed) }

  private func watch(_ loops: [Loop]) {
    threadID.store(UInt(pthread_self()), ordering: .relaxed)
    var seen = [UInt64?](repeating: nil, count: loops.count)
    var quiet = 0
    while !isStopped.load(ordering: .sequentiallyConsistent) {
      pause(Self.period)
      looks.add(1, ordering: .relaxed)
      let steps = loops.map(\.stepOfAbsence)
      for (index, loop) in loops.enumerated() {
        if let step = steps[index], step == seen[index] { replaceLeader(of: loop, outSince: step) }
      }
      seen = steps
      quiet = steps.contains { $0 != nil } ? 0 : quiet + 1
      if quiet >= Self.quietLooks {
        sleep(loops)
        quiet = 0
      }
    }
    ended.signal()
  }

  private func replaceLeader(of loop: Loop, outSince step: UInt64) {
    if strays.load(ordering: .relaxed) < limit { loop.replaceLeader(outSince: step) } else { loop.noteStuck() }
  }

  /// A leader that steps out after the last look either finds the watchdog asleep and wakes it, or is seen here.
  private func sleep(_ loops: [Loop]) {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    let isQuiet =
      loops.allSatisfy { $0.stepOfAbsence == nil } && !isStopped.load(ordering: .sequentiallyConsistent)
    // If a leader has already woken it, there is a signal to take.
    if isQuiet || !isAsleep.exchange(false, ordering: .sequentiallyConsistent) { bell.wait() }
  }
}
