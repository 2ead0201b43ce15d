import EspalierLocks

/// Counts the rows of queries on the second thread that reads, and takes a part of one core for that.
final class RowCounter: Sendable {
  typealias Take = @Sendable (LiveQueries, Result<Samples, any Error>) -> Void

  private let file: DatabaseFile
  private let board: CommitBoard
  private let metrics: DatabaseMetrics
  private let reader: DatabaseThread<FileConnection>
  private let live: LiveThread
  private let next = Lock(ContinuousClock.now)

  init(
    _ file: DatabaseFile, _ board: CommitBoard, _ metrics: DatabaseMetrics, _ reader: DatabaseThread<FileConnection>,
    _ live: LiveThread
  ) {
    (self.file, self.board, self.metrics, self.reader, self.live) = (file, board, metrics, reader, live)
  }

  /// Counts the rows of a query, and gives the result to `take`.
  func count(_ plan: QueryPlan, _ take: @escaping Take) {
    let wait = next.withLock { ContinuousClock.now.duration(to: $0) }
    if wait <= .zero { return start(plan, take) }
    Task.detached {
      try? await Task.sleep(for: wait)
      self.start(plan, take)
    }
  }

  /// Runs a job on the thread that shows rows, after a while.
  func later(after wait: Duration, _ job: @escaping LiveThread.Job) {
    Task.detached { [live] in
      try? await Task.sleep(for: wait)
      live.run(job)
    }
  }

  private func start(_ plan: QueryPlan, _ take: @escaping Take) {
    reader.run { reader in
      let began = ContinuousClock.now
      let result = Result { try self.samples(plan, reader) }
      let cost = ContinuousClock.now - began
      self.next.withLock { $0 = .now + cost * (1 / self.file.limits.countShare - 1) }
      self.live.run { take($0, result) }
    }
  }

  private func samples(_ plan: QueryPlan, _ reader: FileConnection) throws -> Samples {
    metrics.count(.count)
    let connection = try reader.open()
    connection.deadline.allow(file.limits.longestQuery)
    let commit = try board.begin {
      try connection.execute("BEGIN")
      _ = try connection.integer("PRAGMA schema_version")
    }
    defer { try? connection.execute("COMMIT") }
    let hasSections = plan.sectionColumn != nil
    var samples = Samples(
      order: plan.order, every: file.limits.sampleEvery, upTo: commit, hasSections: hasSections)
    try connection.each(plan.keys.text, plan.keys.values) { row in
      // The section column is the first one of the key.
      samples.append(section: hasSections ? row.value(0) : nil) { RowKey((0..<plan.keyNames.count).map(row.value)) }
      return true
    }
    return samples
  }
}
