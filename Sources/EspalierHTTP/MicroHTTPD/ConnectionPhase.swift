/// What a connection waits for, and since when: libmicrohttpd's own timer only sees silence, so a client that sends one byte
/// now and then would never be dropped.
struct ConnectionPhase: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    /// Accepted; no request line yet.
    case fresh
    /// The request line has come, the headers have not.
    case head
    /// The head has come, the body has not.
    case body
    /// The request is whole; the time is ours now.
    case reply
    /// A reply has been sent; the next request line has not come.
    case idle
  }

  let step: Step
  private(set) var since: ContinuousClock.Instant

  init(step: Step, since: ContinuousClock.Instant) {
    self.step = step
    self.since = since
  }

  /// Leaves out a time in which this process stood still.
  mutating func excuse(_ late: Duration) { since += late }

  /// Whether nothing of a request is known yet, so that closing loses nothing that was promised.
  var isWaiting: Bool { step == .fresh || step == .idle }

  /// Whether nothing more can happen without the client: one that has ended its side still gets the reply to what it sent.
  var needsPeer: Bool { step != .reply }

  /// The limit that the client has crossed by taking longer than it allows.
  func overdue(at now: ContinuousClock.Instant, _ limits: HTTPLimits) -> LimitName? {
    let (limit, allowed): (LimitName, Duration)
    switch step {
    case .fresh, .head: (limit, allowed) = (.headerDeadline, limits.headerDeadline)
    case .body: (limit, allowed) = (.bodyDeadline, limits.bodyDeadline)
    case .reply: return nil
    // Silence ends by the daemon's idle timeout; this bounds a request line that comes byte by byte.
    case .idle: (limit, allowed) = (.idle, limits.idle + limits.headerDeadline)
    }
    return now - since > allowed ? limit : nil
  }
}
