/// What a connection waits for, and since when. libmicrohttpd's own timer only sees silence, so it would never drop a
/// client that sends one byte now and then.
struct ConnectionPhase: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    /// Accepted; no request line yet.
    case fresh
    /// The request line has come, the headers have not.
    case head
    /// The head has come, the body has not.
    case body
    /// The head of a form with files has come, the form has not.
    case upload
    /// The request is complete. The client has no deadline now.
    case reply
    /// A reply has been sent; the next request line has not come.
    case idle
    /// A reply has been sent, after which the daemon closes the connection.
    case last
  }

  let step: Step
  private(set) var since: ContinuousClock.Instant

  init(step: Step, since: ContinuousClock.Instant) {
    self.step = step
    self.since = since
  }

  /// Leaves out a time in which this process did not run.
  mutating func excuse(_ late: Duration) { since += late }

  /// Whether no request has started, so that closing the connection loses nothing.
  var isWaiting: Bool { step == .fresh || step == .idle || step == .last }

  /// Whether the connection needs more from the client. A client that has ended its side still gets the reply to its
  /// request.
  var needsPeer: Bool { step != .reply }

  /// Whether the client has kept the connection waiting for longer than this.
  func isOverdue(at now: ContinuousClock.Instant, _ allowed: Duration) -> Bool { needsPeer && now - since > allowed }

  /// The time limit that the client has exceeded; nil if it has exceeded none.
  func overdue(at now: ContinuousClock.Instant, _ limits: HTTPLimits) -> LimitName? {
    let (limit, allowed): (LimitName, Duration)
    switch step {
    case .fresh, .head: (limit, allowed) = (.headerDeadline, limits.headerDeadline)
    case .body: (limit, allowed) = (.bodyDeadline, limits.bodyDeadline)
    case .upload: (limit, allowed) = (.uploadDeadline, limits.uploadDeadline)
    case .reply: return nil
    // The daemon's idle timeout ends silence. This limit is for a request line that arrives byte by byte.
    case .idle, .last: (limit, allowed) = (.idle, limits.idle + limits.headerDeadline)
    }
    return now - since > allowed ? limit : nil
  }
}
