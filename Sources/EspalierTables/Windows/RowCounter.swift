import EspalierLocks

/// Counts the rows of queries on a thread of its own, and takes a part of one core for that.
final class RowCounter: Sendable {
  typealias Take = @Sendable (LiveQueries, Result<Samples, any Error>) -> Void

  private let limits: DatabaseLimits
  private let metrics: DatabaseMetrics
  private let thread: DatabaseThread<any TableReader>
  private let readers: Readers
  private let next = Lock(ContinuousClock.now)

  init(_ engine: any TableEngine, _ metrics: DatabaseMetrics, _ readers: Readers) {
    (limits, self.metrics, self.readers) = (engine.limits, metrics, readers)
    thread = DatabaseThread { engine.reader(nil) }
  }

  func close() { thread.close() }

  /// Counts the rows of a query while somebody looks at it, and gives the result to the thread that shows them.
  func count(_ plan: QueryPlan, for life: Life, on pace: ReadPace, _ take: @escaping Take) {
    thread.run(at: next.withLock { $0 }) { [self] reader in
      if life.hasEnded { return }
      let began = ContinuousClock.now
      let result = Result { try samples(plan, life, reader) }
      let cost = ContinuousClock.now - began
      next.withLock { $0 = .now + cost * (1 / limits.countShare - 1) }
      readers.run(pace) { take($0, result) }
    }
  }

  private func samples(_ plan: QueryPlan, _ life: Life, _ reader: any TableReader) throws -> Samples {
    metrics.count(.count)
    reader.allow(limits.longestQuery) { !life.hasEnded }
    defer { reader.end() }
    let look = try reader.begin()
    let hasSections = plan.sectionColumn != nil
    var samples = Samples(order: plan.order, every: limits.sampleEvery, seen: look.seen, hasSections: hasSections)
    try reader.each(plan.keys) { row in
      // The section column is the first one of the key.
      samples.append(section: hasSections ? row.value(0) : nil) { RowKey((0..<plan.keyCount).map(row.value)) }
      return true
    }
    return samples
  }
}
