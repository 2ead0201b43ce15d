import EspalierHTTP

/// Counts versions and their encodings. Nothing is counted per viewer and patch.
final class StreamingMetrics: Sendable {
  /// Versions published.
  let patches = Counter()
  let patchEncodings = CounterSet<Dialect>()
  let patchBytes = CounterSet<Dialect>()
  let snapshotEncodings = CounterSet<Dialect>()
  let rejections: CounterSet<LimitName>

  init(_ rejections: CounterSet<LimitName> = CounterSet(LimitName.pages)) { self.rejections = rejections }
}
