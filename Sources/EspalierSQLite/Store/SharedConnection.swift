import EspalierLocks
import EspalierServer

/// The single connection of a store, shared by all threads. If another program locks the database, the first call waits
/// up to 50 ms for the lock. Until the lock is gone, later calls fail at once, so that threads don't queue here.
final class SharedConnection: Sendable {
  /// How long a call waits for another program's lock.
  static let patience = Duration.milliseconds(50)

  enum Purpose: Hashable { case read, write }

  private struct State {
    let connection: Connection
    /// The purposes for which the database was locked at the last try. With the write-ahead log, a lock for writing
    /// does not prevent reads.
    var locked: Set<Purpose> = []
  }

  private let state: Lock<State>

  init(_ connection: consuming sending Connection) { state = Lock(State(connection: connection)) }

  func use<Result>(
    to purpose: Purpose, _ work: (Connection) throws(SQLiteError) -> sending Result
  ) throws(PageStoreError) -> sending Result {
    try state.withLock { (state) throws(PageStoreError) in
      state.connection.wait(state.locked.contains(purpose) ? .zero : Self.patience)
      do throws(SQLiteError) {
        let result = try work(state.connection)
        state.locked.remove(purpose)
        return result
      } catch {
        if error.isLock { state.locked.insert(purpose) }
        throw PageStoreError(error)
      }
    }
  }
}
