/// Limits how often one client may do something: once in each interval on average, and `burst` at once after a pause.
///
/// It stores only the moment at which the bucket will be full again. Each token taken moves it later.
struct TokenBucket {
  struct Rule: Sendable {
    /// The time until a new token is added.
    let interval: Duration
    /// At least 1; with 0, nothing would ever be allowed.
    let burst: Int

    init(interval: Duration, burst: Int) {
      self.interval = interval
      self.burst = max(1, burst)
    }
  }

  private var fullAt: ContinuousClock.Instant

  /// A full bucket.
  init(at now: ContinuousClock.Instant) { fullAt = now }

  /// Takes tokens. If there are fewer, takes none and returns how long until there are enough.
  package mutating func take(_ count: Int = 1, at now: ContinuousClock.Instant, _ rule: Rule) -> Duration? {
    let fullAgain = max(fullAt, now) + rule.interval * count
    let wait = fullAgain - now - rule.interval * rule.burst
    guard wait <= .zero else { return wait }
    fullAt = fullAgain
    return nil
  }

  /// Takes tokens, also if there are fewer. Then it takes longer until there are some.
  mutating func spend(_ count: Int, at now: ContinuousClock.Instant, _ rule: Rule) {
    fullAt = max(fullAt, now) + rule.interval * count
  }

  /// Whether the bucket is full, so that it can be forgotten.
  func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }
}
