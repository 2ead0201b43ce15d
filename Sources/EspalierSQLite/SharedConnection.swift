import EspalierLocks
import EspalierServer

/// The one connection of a store, for all threads. Another program may lock the database: the first call that meets its lock
/// waits a few tens of milliseconds for it, and until it is gone the next ones fail at once, so that threads don't queue here.
final class SharedConnection: Sendable {
  /// How long a call waits for another program's lock.
  static let patience = Duration.milliseconds(50)

  enum Purpose: Hashable { case read, write }

  private struct State {
    let connection: Connection
    /// For which the database was locked when it was last tried. The write-ahead log lets others read what is being written.
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
