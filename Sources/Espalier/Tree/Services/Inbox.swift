import EspalierLocks

/// What came for a tree from outside its lane, until the lane takes it.
final class Inbox: Sendable {
  private struct State {
    var letters: [(number: Int, value: any Sendable)] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  var isEmpty: Bool { state.withLock { $0.letters.isEmpty } }

  /// What is to be called, on whatever thread, when something has come into an empty inbox; at once if it has already.
  func onArrival(_ wake: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.wake = wake
      return !state.letters.isEmpty
    }
    if isLate { wake() }
  }

  func put(_ value: any Sendable, for number: Int) {
    let wake = state.withLock { state in
      state.letters.append((number, value))
      return state.letters.count == 1 ? state.wake : nil
    }
    wake?()
  }

  func takeAll() -> [(number: Int, value: any Sendable)] {
    state.withLock { state in
      defer { state.letters = [] }
      return state.letters
    }
  }
}
