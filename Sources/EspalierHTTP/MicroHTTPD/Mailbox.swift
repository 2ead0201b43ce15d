/// Passes an answer from any thread to the request that waits for it on the loop's thread.
struct Mailbox {
  enum State {
    /// The responder is being asked.
    case open
    /// The connection is suspended until an answer comes.
    case asleep
    /// An answer is here and has not been taken.
    case full(Response)
    /// The answer was taken, or the request no longer waits.
    case closed
  }

  /// What the thread that delivers must do.
  enum Delivery { case none, wake, tooLate }

  private(set) var state = State.open
  /// What to do if the client leaves while the connection sleeps.
  var hangUp: (@Sendable () -> Void)?

  /// Puts an answer in.
  mutating func deliver(_ response: Response) -> Delivery {
    switch state {
    case .open:
      state = .full(response)
      return .none
    case .asleep:
      state = .full(response)
      return .wake
    case .full, .closed: return .tooLate
    }
  }

  /// Takes the answer. If there is none, calls `sleep`; the next delivery then returns `.wake`.
  mutating func take(orSleep sleep: () -> Void) -> Response? {
    switch state {
    case .full(let response):
      (state, hangUp) = (.closed, nil)
      return response
    case .open:
      state = .asleep
      sleep()
      return nil
    case .asleep, .closed: return nil
    }
  }

  /// Ends the waiting. Returns an answer that was never taken, so that its stream can be closed.
  mutating func close() -> Response? {
    defer { (state, hangUp) = (.closed, nil) }
    if case .full(let response) = state { return response }
    return nil
  }
}
