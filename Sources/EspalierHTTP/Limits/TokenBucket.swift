/// How often one client may do something: so many a second on average, and so many at once after a rest.
///
/// Kept as the one moment at which the bucket will be full again, which each token taken puts off.
struct TokenBucket {
  struct Rule: Sendable {
    let perSecond: Int
    /// At least one, or nothing could ever be done.
    let burst: Int

    init(perSecond: Int, burst: Int) {
      self.perSecond = perSecond
      self.burst = max(1, burst)
    }

    /// How long a token takes to come.
    var interval: Duration { .seconds(1) / perSecond }
  }

  private var fullAt: ContinuousClock.Instant

  /// A full bucket.
  init(at now: ContinuousClock.Instant) { fullAt = now }

  /// Takes a token. Where there is none, returns how long until there is.
  package mutating func take(at now: ContinuousClock.Instant, _ rule: Rule) -> Duration? {
    let fullAgain = max(fullAt, now) + rule.interval
    let wait = fullAgain - now - rule.interval * rule.burst
    guard wait <= .zero else { return wait }
    fullAt = fullAgain
    return nil
  }

  /// Whether it is as good as new, so that it may be forgotten.
  func isFull(at now: ContinuousClock.Instant) -> Bool { fullAt <= now }
}
