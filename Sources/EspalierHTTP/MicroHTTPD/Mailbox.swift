/// Where an answer, from any thread, meets the request that waits for it on the loop's thread.
struct Mailbox {
  enum State {
    /// The responder is being asked.
    case open
    /// The connection sleeps until an answer comes.
    case asleep
    /// An answer is here and has not been taken.
    case full(Response)
    /// Taken, or nobody waits any more.
    case closed
  }

  /// What the deliverer must do.
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

  /// Takes the answer out; where there is none, `sleep` runs and the next delivery wakes.
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

  /// Ends the waiting; an answer that was never taken comes back, so that its stream can be closed.
  mutating func close() -> Response? {
    defer { (state, hangUp) = (.closed, nil) }
    if case .full(let response) = state { return response }
    return nil
  }
}
