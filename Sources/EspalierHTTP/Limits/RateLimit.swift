import EspalierLocks

/// How often each of many clients may do something.
///
/// Remembers so many clients at most. A client who has rested is forgotten, which changes nothing for it; where nobody has, newcomers
/// share one bucket, so that clients who give themselves a new name each time gain nothing.
package final class RateLimit: Sendable {
  private struct State {
    var buckets: [String: TokenBucket] = [:]
    /// The full table is searched once a second at most.
    var nextSweep: ContinuousClock.Instant?
  }

  private let rule: TokenBucket.Rule
  private let capacity: Int
  private let state = Lock(State())

  /// So many a second and at once, for up to `capacity` clients; 0 a second is no limit.
  package init(perSecond: Int, burst: Int, capacity: Int = 10_000) {
    rule = TokenBucket.Rule(perSecond: perSecond, burst: burst)
    self.capacity = capacity
  }

  /// How many clients are remembered.
  package var count: Int { state.withLock { $0.buckets.count } }

  /// Lets a client do it once more; where it may not, returns how long it has to wait.
  package func take(_ client: String, at now: ContinuousClock.Instant) -> Duration? {
    guard rule.perSecond > 0 else { return nil }
    return state.withLock { state in
      let name = hasRoom(for: client, &state, now) ? client : Self.newcomers
      return state.buckets[name, default: TokenBucket(at: now)].take(at: now, rule)
    }
  }

  /// No client's name.
  private static let newcomers = ""

  private func hasRoom(for client: String, _ state: inout State, _ now: ContinuousClock.Instant) -> Bool {
    guard state.buckets[client] == nil, state.buckets.count >= capacity else { return true }
    if now >= state.nextSweep ?? now {
      state.nextSweep = now + .seconds(1)
      state.buckets = state.buckets.filter { !$0.value.isFull(at: now) }
    }
    return state.buckets.count < capacity
  }
}
