import EspalierLocks

/// Holds the newest event of a window for the page that follows it. An event that the page has not taken when the next one
/// comes is dropped: each one is complete.
final class NewestEvent: Sendable {
  private struct State {
    var event: WindowEvent?
    /// How many events were sent, taken, and worked on. A dropped event counts with the one that came after it.
    var (sent, taken, worked) = (0, 0, 0)
    var isClosed = false
    var follower: CheckedContinuation<WindowEvent?, Never>?
    var waiting: [(upTo: Int, call: CheckedContinuation<Void, Never>)] = []

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      let (worked, isClosed) = (worked, isClosed)
      defer { waiting.removeAll { isClosed || $0.upTo <= worked } }
      return waiting.filter { isClosed || $0.upTo <= worked }.map(\.call)
    }
  }

  private let state = Lock(State())

  /// Whether the page follows the window no more.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The events, each when the page asks for the next one.
  var stream: AsyncStream<WindowEvent> {
    AsyncStream(unfolding: { [self] in await next() }, onCancel: { [self] in close() })
  }

  func send(_ event: WindowEvent) {
    let follower = state.withLock { state -> CheckedContinuation<WindowEvent?, Never>? in
      if state.isClosed { return nil }
      state.sent += 1
      guard let follower = state.follower else {
        state.event = event
        return nil
      }
      (state.follower, state.taken) = (nil, state.sent)
      return follower
    }
    follower?.resume(returning: event)
  }

  /// The newest event, as soon as there is one; nil after the end. Whoever asks has worked on the one before.
  private func next() async -> WindowEvent? {
    await withCheckedContinuation { call in
      let (waiting, event, isReady) = state.withLock { state in
        state.worked = state.taken
        let event = state.event
        if event != nil { (state.event, state.taken) = (nil, state.sent) }
        let isReady = event != nil || state.isClosed
        if !isReady { state.follower = call }
        return (state.takeWaiting(), event, isReady)
      }
      for waiting in waiting { waiting.resume() }
      if isReady { call.resume(returning: event) }
    }
  }

  /// Returns when the page has worked on all events so far.
  func workedOn() async {
    await withCheckedContinuation { call in
      let isDone = state.withLock { state in
        let isDone = state.isClosed || state.worked == state.sent
        if !isDone { state.waiting.append((state.sent, call)) }
        return isDone
      }
      if isDone { call.resume() }
    }
  }

  func close() {
    let (follower, waiting) = state.withLock { state in
      (state.isClosed, state.event) = (true, nil)
      defer { state.follower = nil }
      return (state.follower, state.takeWaiting())
    }
    follower?.resume(returning: nil)
    for waiting in waiting { waiting.resume() }
  }
}
