/// Durations, counted by upper bounds from 50 µs to 5 s. One observation costs two atomic additions.
package final class Histogram: Sendable {
  /// Upper bounds in nanoseconds. One more bucket takes everything above the last bound.
  static let bounds = [
    50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
  ]

  /// The content of a histogram at one moment.
  package struct Snapshot: Equatable {
    /// Observations per bucket, not cumulative; one bucket more than bounds.
    var buckets: [Int]
    /// The sum of all observations in nanoseconds.
    var sum: Int
  }

  private let buckets = CounterRow<17>()
  private let total = Counter()

  package init() {}

  /// Counts a duration. A bucket includes its upper bound.
  package func observe(_ duration: Duration) {
    let nanoseconds = Int(duration / .nanoseconds(1))
    buckets.add(at: Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count)
    total.add(nanoseconds)
  }

  /// The number of observations is the sum of the buckets, so the two can never disagree.
  package var snapshot: Snapshot {
    Snapshot(buckets: (0...Self.bounds.count).map { buckets[$0] }, sum: total.value)
  }
}
