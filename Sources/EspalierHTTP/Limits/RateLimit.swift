import EspalierLocks

/// Limits how often each client may do something.
///
/// It remembers at most `capacity` clients. Once a minute, and more often when the table is full, it forgets clients whose
/// buckets are full, which changes nothing for them. If there is still no room, new clients share one bucket, so a client
/// gains nothing by using a new name each time.
package final class RateLimit: Sendable {
  private struct State {
    var buckets: [String: TokenBucket] = [:]
    /// When buckets were last forgotten.
    var swept: ContinuousClock.Instant?
  }

  /// Nil for no limit.
  private let rule: TokenBucket.Rule?
  private let capacity: Int
  private let state = Lock(State())

  /// Allows `perSecond` on average and `burst` at once, for up to `capacity` clients. `perSecond` 0 means no limit.
  package init(perSecond: Int, burst: Int, capacity: Int = 10_000) {
    rule = perSecond > 0 ? TokenBucket.Rule(interval: .seconds(1) / perSecond, burst: burst) : nil
    self.capacity = capacity
  }

  /// Allows `count` at once, and then one each `period / count`.
  package init(_ count: Int, per period: Duration, capacity: Int = 10_000) {
    rule = TokenBucket.Rule(interval: period / max(1, count), burst: count)
    self.capacity = capacity
  }

  /// How many clients are remembered.
  package var count: Int { state.withLock { $0.buckets.count } }

  /// Takes tokens for a client. Returns nil if the client may proceed, otherwise how long it has to wait.
  package func take(_ client: String, _ count: Int = 1, at now: ContinuousClock.Instant) -> Duration? {
    withBucket(of: client, at: now) { $0.take(count, at: now, $1) }
  }

  /// Takes tokens for a client for what has been done already.
  package func spend(_ client: String, _ count: Int, at now: ContinuousClock.Instant) {
    withBucket(of: client, at: now) { bucket, rule -> Duration? in
      bucket.spend(count, at: now, rule)
      return nil
    }
  }

  @discardableResult
  private func withBucket(
    of client: String, at now: ContinuousClock.Instant, _ use: (inout TokenBucket, TokenBucket.Rule) -> Duration?
  ) -> Duration? {
    guard let rule else { return nil }
    return state.withLock { state in
      let name = hasRoom(for: client, &state, now) ? client : Self.newcomers
      return use(&state.buckets[name, default: TokenBucket(at: now)], rule)
    }
  }

  /// A name that no client has.
  private static let newcomers = ""

  private func hasRoom(for client: String, _ state: inout State, _ now: ContinuousClock.Instant) -> Bool {
    guard state.buckets[client] == nil else { return true }
    let isFull = state.buckets.count >= capacity
    let isDue = state.swept.map { now - $0 >= (isFull ? .seconds(1) : .seconds(60)) } ?? isFull
    if isDue { state.buckets = state.buckets.filter { !$0.value.isFull(at: now) } }
    if isDue || state.swept == nil { state.swept = now }
    return state.buckets.count < capacity
  }
}
