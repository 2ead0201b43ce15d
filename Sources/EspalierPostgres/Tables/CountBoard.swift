import EspalierLocks
import EspalierTables

/// Holds the snapshots of running counts, so that a reader can tell which changes a count has included.
///
/// The lock keeps the snapshots of readers and counts in one order. A count that begins after a look includes all changes of
/// that look. A count that began before the look may include some of them; `begin` returns these counts to the reader.
final class CountBoard: Sendable {
  private struct State {
    /// By pace.
    var viewers = [0, 0]
    var counts: [[SeenChanges]] = [[], []]
  }

  private let gate = Lock(())
  private let state = Lock(State())

  /// Notes how many windows a thread shows.
  func show(_ viewers: Int, on pace: ReadPace) {
    state.withLock { state in
      state.viewers[pace.rawValue] = viewers
      if viewers == 0 { state.counts[pace.rawValue] = [] }
    }
  }

  /// Takes a snapshot. A reader gets the counts that began since its last look.
  func begin<Result>(
    _ pace: ReadPace?, _ take: () throws(PostgresError) -> (Result, Snapshot)
  ) throws(PostgresError) -> (Result, Snapshot, [SeenChanges]) {
    // The error leaves the lock as a value, because a lock's body may throw only one type.
    let result: Swift.Result<(Result, Snapshot, [SeenChanges]), PostgresError> = gate.withLock { _ in
      let taken = Swift.Result { () throws(PostgresError) in try take() }
      return taken.map { result, snapshot in (result, snapshot, note(snapshot, pace)) }
    }
    return try result.get()
  }

  private func note(_ snapshot: Snapshot, _ pace: ReadPace?) -> [SeenChanges] {
    state.withLock { state in
      if let pace {
        defer { state.counts[pace.rawValue] = [] }
        return state.counts[pace.rawValue]
      }
      for pace in state.counts.indices where state.viewers[pace] > 0 { state.counts[pace].append(snapshot.seen) }
      return []
    }
  }
}
