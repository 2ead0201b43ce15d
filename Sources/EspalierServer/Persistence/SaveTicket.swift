import EspalierLocks

/// What becomes of one save. Any thread may use it.
final class SaveTicket: Sendable {
  enum Outcome: Sendable {
    /// What it belongs to is still being written elsewhere, or it is behind such a save.
    case waiting
    case saved
    /// The store did not take it. It stays in the queue, and later saves take it along.
    case failed(PageStoreError)
  }

  private struct State {
    var outcome: Outcome
    var calls: [@Sendable () -> Void] = []
  }

  private let state: Lock<State>

  init(_ outcome: Outcome = .waiting) { state = Lock(State(outcome: outcome)) }

  var outcome: Outcome { state.withLock { $0.outcome } }
  var isWaiting: Bool { if case .waiting = outcome { true } else { false } }

  func resolve(_ outcome: Outcome) {
    let calls = state.withLock { state in
      defer { state.calls = [] }
      state.outcome = outcome
      return state.calls
    }
    for call in calls { call() }
  }

  /// Calls a closure when the save no longer waits: at once, or on the thread that saves.
  func whenDone(_ call: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      guard case .waiting = state.outcome else { return true }
      state.calls.append(call)
      return false
    }
    if isDone { call() }
  }

  /// Returns when the save no longer waits. Throws if the store did not take it.
  func saved() async throws {
    await withCheckedContinuation { waiting in whenDone { waiting.resume() } }
    if case .failed(let error) = outcome { throw error }
  }
}
