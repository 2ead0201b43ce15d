import EspalierHTTP
import EspalierLocks

/// The threads that read. A query begins on the quick one, where it has to be short. One that takes longer goes on on the
/// slow one, so that it delays no short one.
package final class Readers: Sendable {
  typealias Job = @Sendable (LiveQueries) -> Void

  private struct Listener: Sendable {
    let tell: @Sendable () -> Void
  }

  private struct State {
    /// By pace. None after the database has gone.
    var threads: [DatabaseThread<LiveQueries>] = []
    /// The thread of each open window.
    var paces: [Int: ReadPace] = [:]
    /// The texts of statements that were slow the last time.
    var slow: Set<String> = []
    /// By pace: the threads that were told to look, until they do, and when each looked last.
    var told = [false, false]
    var lastLooks: [ContinuousClock.Instant?] = [nil, nil]
    /// Hears of each write of this process.
    var writes: Listener?

    func run(
      _ pace: ReadPace, for requester: Requester? = nil, at time: ContinuousClock.Instant? = nil, _ job: @escaping Job
    ) {
      guard threads.indices.contains(pace.rawValue) else { return }
      let thread = threads[pace.rawValue]
      if let time { thread.run(at: time, job) } else { thread.run(for: requester, job) }
    }

    mutating func note(_ statement: String, isSlow: Bool) {
      if !isSlow {
        slow.remove(statement)
      } else {
        if slow.count >= Readers.mostSlow { slow = [] }
        slow.insert(statement)
      }
    }
  }

  private let state = Lock(State())
  /// A program has fewer statements than that.
  private static let mostSlow = 1000
  /// The shortest time between two looks of a thread that changes cause.
  private static let pause = Duration.milliseconds(5)

  /// Begins to use the threads.
  func connect(_ threads: [DatabaseThread<LiveQueries>]) { state.withLock { $0.threads = threads } }

  /// Ends the threads. They and the database would keep each other otherwise.
  func close() {
    for thread in state.withLock({ $0.threads }) { thread.close() }
    state.withLock { $0.threads = [] }
  }

  /// Runs a job on one thread.
  func run(
    _ pace: ReadPace, for requester: Requester? = nil, at time: ContinuousClock.Instant? = nil, _ job: @escaping Job
  ) {
    state.withLock { $0.run(pace, for: requester, at: time, job) }
  }

  // MARK: Changes

  /// Asks threads to look for changes. A thread that was asked and has not looked yet is not asked again.
  package func tell(_ paces: [ReadPace] = [.quick, .slow]) {
    state.withLock { state in
      for pace in paces where !state.told[pace.rawValue] && state.paces.values.contains(pace) {
        state.told[pace.rawValue] = true
        state.run(pace, at: state.lastLooks[pace.rawValue].map { $0 + Self.pause } ?? .now) { $0.update() }
      }
    }
  }

  /// This process has written.
  package func noteWrite() {
    tell()
    state.withLock { $0.writes }?.tell()
  }

  func onWrite(_ tell: @escaping @Sendable () -> Void) { state.withLock { $0.writes = Listener(tell: tell) } }

  /// Notes that a thread looks for changes now.
  func noteLook(_ pace: ReadPace) {
    state.withLock { ($0.told[pace.rawValue], $0.lastLooks[pace.rawValue]) = (false, .now) }
  }

  // MARK: Windows

  /// Opens a window on the thread for its statement.
  func open(_ window: Int, of statement: String, for requester: Requester?, _ job: @escaping Job) {
    state.withLock { state in
      let pace = state.slow.contains(statement) ? ReadPace.slow : .quick
      state.paces[window] = pace
      state.run(pace, for: requester, job)
    }
  }

  /// Runs a job on the thread of a window. Does nothing if that is `other`, the thread that does not know the window.
  func run(of window: Int, notOn other: ReadPace? = nil, _ job: @escaping Job) {
    state.withLock { state in
      if let pace = state.paces[window], pace != other { state.run(pace, job) }
    }
  }

  /// Brings a window up to date at once.
  func catchUp(_ window: Int, for requester: Requester?) async {
    await withCheckedContinuation { done in
      let isOpen = state.withLock { state in
        guard let pace = state.paces[window], !state.threads.isEmpty else { return false }
        state.run(pace, for: requester) { queries in
          queries.catchUp(window)
          done.resume()
        }
        return true
      }
      if !isOpen { done.resume() }
    }
  }

  /// Whether a window is open.
  var isWatched: Bool { state.withLock { !$0.paces.isEmpty } }

  /// Forgets a window.
  func close(_ window: Int) { state.withLock { $0.paces[window] = nil } }

  /// Moves windows to a thread, because their statement was slow, or is no longer.
  func move(
    _ windows: [Int], of statement: String, for requester: Requester?, to pace: ReadPace, _ job: @escaping Job
  ) {
    state.withLock { state in
      for window in windows { state.paces[window] = pace }
      state.note(statement, isSlow: pace == .slow)
      state.run(pace, for: requester, job)
    }
  }

  /// Whether a statement was slow the last time.
  func isSlow(_ statement: String) -> Bool { state.withLock { $0.slow.contains(statement) } }

  // MARK: Single reads

  /// Runs a statement that reads, on the quick thread if it is short there, else on the slow one.
  func read<Result: Sendable>(
    _ statement: String, _ life: Life, _ work: @escaping @Sendable (any TableReader) throws -> Result
  ) async throws -> Result {
    if !isSlow(statement) {
      do { return try await read(.quick, life, work) } catch let error as DatabaseError
        where error.code == .tooSlow && !life.hasEnded
      {
        state.withLock { $0.note(statement, isSlow: true) }
      }
    }
    let start = ContinuousClock.now
    let result = try await read(.slow, life, work)
    if .now - start < ReadPace.quickLimit / 4 { state.withLock { $0.note(statement, isSlow: false) } }
    return result
  }

  private func read<Result: Sendable>(
    _ pace: ReadPace, _ life: Life, _ work: @escaping @Sendable (any TableReader) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      run(pace, for: .current) { queries in
        continuation.resume(with: Swift.Result { try queries.read(life, work) })
      }
    }
  }
}
