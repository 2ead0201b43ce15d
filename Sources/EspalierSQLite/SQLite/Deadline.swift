import EspalierLocks

/// Decides whether a statement has run for too long. SQLite asks it after every 1,000 steps of its virtual machine.
final class Deadline: Sendable {
  private struct State {
    var end: ContinuousClock.Instant?
    var isCancelled = false
  }

  private let state = Lock(State())

  /// Whether the statement that runs has to end.
  var isOver: Bool {
    state.withLock { state in
      if state.isCancelled { return true }
      guard let end = state.end else { return false }
      return .now > end
    }
  }

  /// Allows what runs next a time; nil for any time.
  func allow(_ time: Duration?) { state.withLock { $0.end = time.map { .now + $0 } } }

  /// Ends what runs, now and later. Any thread may call it.
  func cancel() { state.withLock { $0.isCancelled = true } }
}
