import EspalierLocks

/// Counts the rows of queries on a thread of its own, and takes a part of one core for that.
final class RowCounter: Sendable {
  typealias Take = @Sendable (LiveQueries, Result<Samples, any Error>) -> Void

  private let file: DatabaseFile
  private let board: CommitBoard
  private let metrics: DatabaseMetrics
  private let thread: DatabaseThread<FileConnection>
  private let readers: Readers
  private let next = Lock(ContinuousClock.now)

  init(_ file: DatabaseFile, _ board: CommitBoard, _ metrics: DatabaseMetrics, _ readers: Readers) {
    (self.file, self.board, self.metrics, self.readers) = (file, board, metrics, readers)
    thread = DatabaseThread { FileConnection(file) { try $0.openForReading() } }
  }

  func close() { thread.close() }

  /// Counts the rows of a query, and gives the result to the thread that shows them.
  func count(_ plan: QueryPlan, on pace: ReadPace, _ take: @escaping Take) {
    thread.run(at: next.withLock { $0 }) { [self] connection in
      let began = ContinuousClock.now
      let result = Result { try samples(plan, connection) }
      let cost = ContinuousClock.now - began
      next.withLock { $0 = .now + cost * (1 / file.limits.countShare - 1) }
      readers.run(pace) { take($0, result) }
    }
  }

  private func samples(_ plan: QueryPlan, _ file: FileConnection) throws -> Samples {
    metrics.count(.count)
    let connection = try file.open()
    connection.deadline.allow(self.file.limits.longestQuery)
    let commit = try board.begin {
      try connection.execute("BEGIN")
      _ = try connection.integer("PRAGMA schema_version")
    }
    defer { try? connection.execute("COMMIT") }
    let hasSections = plan.sectionColumn != nil
    var samples = Samples(
      order: plan.order, every: self.file.limits.sampleEvery, upTo: commit, hasSections: hasSections)
    try connection.each(plan.keys.text, plan.keys.values) { row in
      // The section column is the first one of the key.
      samples.append(section: hasSections ? row.value(0) : nil) { RowKey((0..<plan.keyNames.count).map(row.value)) }
      return true
    }
    return samples
  }
}
