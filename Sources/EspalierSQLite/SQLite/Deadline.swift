import EspalierLocks

/// Decides whether a statement has run for too long. SQLite asks it after every 1,000 steps of its virtual machine.
final class Deadline: Sendable {
  private struct State {
    var end: ContinuousClock.Instant?
    var isCancelled = false
    var isWanted: (@Sendable () -> Bool)?
  }

  private let state = Lock(State())

  /// Whether the statement that runs has to end.
  var isOver: Bool {
    let (isOver, isWanted) = state.withLock { state in
      (state.isCancelled || state.end.map { .now > $0 } == true, state.isWanted)
    }
    return isOver || isWanted?() == false
  }

  /// Allows what runs next a time; nil for any time. It also ends when nobody wants its result any more.
  func allow(_ time: Duration?, while isWanted: (@Sendable () -> Bool)? = nil) {
    state.withLock { state in
      state.end = time.map { .now + $0 }
      state.isWanted = isWanted
    }
  }

  /// Ends what runs, now and later. Any thread may call it.
  func cancel() { state.withLock { $0.isCancelled = true } }
}
