import EspalierLocks
import EspalierTables

/// Where the thread that counts leaves what it sees, so that the readers can say of each change whether it is in the count.
///
/// A reader and a count take their snapshots one after the other. So of the changes that a reader finds at one look, all are in
/// a count that began after it, and only of a count that began before it some may be and some not.
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

  /// Takes a snapshot. Returns to a reader the counts that have begun since it began last.
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
