import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct RateLimitTests {
  private let start = ContinuousClock.now

  /// How many of these tries at one moment succeed.
  private func taken(_ tries: Int, _ take: () -> Duration?) -> Int {
    (0..<tries).reduce(0) { count, _ in count + (take() == nil ? 1 : 0) }
  }

  @Test func `a bucket gives its burst at once, and then as many a second as its rule allows`() {
    let rule = TokenBucket.Rule(interval: .milliseconds(100), burst: 5)
    var bucket = TokenBucket(at: start)
    #expect(taken(20) { bucket.take(at: start, rule) } == 5)
    #expect(bucket.take(at: start, rule) == .milliseconds(100))
    #expect(bucket.take(at: start + .milliseconds(99), rule) == .milliseconds(1))
    #expect(bucket.take(at: start + .milliseconds(100), rule) == nil)
    #expect(taken(20) { bucket.take(at: start + .milliseconds(400), rule) } == 3)
    #expect(!bucket.isFull(at: start + .milliseconds(899)) && bucket.isFull(at: start + .milliseconds(900)))
    #expect(taken(20) { bucket.take(at: start + .seconds(60), rule) } == 5)
  }

  @Test func `a bucket agrees with a count of tokens that is refilled evenly`() {
    var random = Seeded(state: 7)
    for _ in 0..<50 {
      let perSecond = Int.random(in: 1...50, using: &random)
      let rule = TokenBucket.Rule(
        interval: .seconds(1) / perSecond, burst: Int.random(in: 1...20, using: &random))
      var bucket = TokenBucket(at: start)
      var milliseconds = 0
      // In thousandths, to avoid rounding.
      var tokens = rule.burst * 1000
      for _ in 0..<500 {
        let pause = Int.random(in: 0...60, using: &random)
        milliseconds += pause
        tokens = min(rule.burst * 1000, tokens + pause * perSecond)
        let isThrough = bucket.take(at: start + .milliseconds(milliseconds), rule) == nil
        #expect(isThrough == (tokens >= 1000))
        if isThrough { tokens -= 1000 }
      }
    }
  }

  @Test func `clients have separate buckets, and 0 a second means no limit`() {
    let limit = RateLimit(perSecond: 1, burst: 2)
    #expect(taken(9) { limit.take("a", at: start) } == 2)
    #expect(taken(9) { limit.take("b", at: start) } == 2)
    let none = RateLimit(perSecond: 0, burst: 0)
    #expect(taken(9) { none.take("a", at: start) } == 9)
    #expect(none.count == 0)
  }

  @Test func `a client that changes its name each time fills the table and then shares one bucket`() {
    let limit = RateLimit(perSecond: 1, burst: 2, capacity: 100)
    let through = (0..<10_000).filter { limit.take("name \($0)", at: start) == nil }.count
    #expect(through == 102)
    #expect(limit.count == 101)
    // Names known before keep their own buckets.
    #expect(limit.take("name 0", at: start) == nil)
    // After a pause the table forgets all names except those that come again.
    #expect(limit.take("new", at: start + .seconds(10)) == nil)
    #expect(limit.count == 1)
  }

  @Test func `what was done already counts, also beyond the limit`() {
    let limit = RateLimit(perSecond: 10, burst: 20)
    #expect(limit.take("a", 0, at: start) == nil)
    limit.spend("a", 50, at: start)
    #expect(limit.take("a", 0, at: start) == .seconds(3))
    #expect(limit.take("a", 0, at: start + .seconds(3)) == nil)
    #expect(limit.take("a", at: start + .seconds(3)) == .milliseconds(100))
    #expect(limit.take("b", 20, at: start) == nil)
  }

  @Test func `a table that is not full forgets old clients too, once a minute`() {
    let limit = RateLimit(5, per: .seconds(60))
    for index in 0..<50 { #expect(limit.take("name \(index)", at: start) == nil) }
    #expect(taken(9) { limit.take("name 0", at: start) } == 4)
    _ = limit.take("new", at: start + .seconds(59))
    #expect(limit.count == 51)
    _ = limit.take("newer", at: start + .seconds(61))
    // The bucket of the last minute is not full yet.
    #expect(limit.count == 2)
  }
}
