import EspalierLocks

/// Values that have arrived for a tree from outside its lane, until the lane takes them.
final class Inbox: Sendable {
  private struct State {
    var messages: [(number: Int, value: any Sendable)] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

  /// Sets a callback that runs, on any thread, when a value arrives in an empty inbox. It runs at once if the inbox is
  /// not empty.
  func onArrival(_ wake: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.wake = wake
      return !state.messages.isEmpty
    }
    if isLate { wake() }
  }

  func put(_ value: any Sendable, for number: Int) {
    let wake = state.withLock { state in
      state.messages.append((number, value))
      return state.messages.count == 1 ? state.wake : nil
    }
    wake?()
  }

  func takeAll() -> [(number: Int, value: any Sendable)] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
