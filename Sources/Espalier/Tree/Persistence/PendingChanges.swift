import EspalierLocks

/// The changes of a signal's value that are not saved yet, in order. They can be made again, to a value that a store has got
/// from somewhere else meanwhile. Used only while the signal is locked.
final class PendingChanges<Value: Equatable & Sendable>: Sendable {
  typealias Change = @Sendable (inout Value) -> Void

  private struct State {
    var changes: [Change] = []
    var isRecording = false
    /// The version of the signal to which the changes lead.
    var version = 0
  }

  private let state = Lock(State())

  /// Records changes from now on.
  func startRecording() { state.withLock { $0.isRecording = true } }

  /// Adds a change, which leads to the next version of the signal.
  func add(_ change: @escaping Change) {
    state.withLock { state in
      if !state.isRecording { return }
      state.changes.append(change)
      state.version += 1
    }
  }

  /// Whether the signal has the value to which the recorded changes lead, and there are none.
  func isEmpty(at version: Int) -> Bool { state.withLock { $0.changes.isEmpty && $0.version == version } }

  /// If somebody has sent a value, which nobody has recorded, the only change is to set the value that the signal has now.
  func settle(_ value: Value, version: Int) {
    state.withLock { state in
      if state.version != version { (state.changes, state.version) = ([{ $0 = value }], version) }
    }
  }

  /// Returns a value after all changes.
  func applied(to value: Value) -> Value {
    var value = value
    for change in state.withLock({ $0.changes }) { change(&value) }
    return value
  }

  /// The signal gets a version with another base and the same changes.
  func move(to version: Int) { state.withLock { $0.version = version } }

  /// Takes all changes.
  func take() -> [Change] {
    state.withLock { state in
      defer { state.changes = [] }
      return state.changes
    }
  }
}
