internal import CSQLite
internal import Glibc

/// Makes sure that one server at a time has a store: two would overwrite each other's pages without a word.
///
/// The lock is on the database file itself, so that a second server is refused by any path that leads to it. It is a `flock`,
/// which SQLite's own locks (`fcntl`) don't meet, so other programs may use the database meanwhile. The kernel releases it
/// when the process ends, however it ends.
final class StoreLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a database; waits so long for another server to give it up.
  ///
  /// The lock must outlive SQLite's connection: when a process closes any descriptor of a file, the kernel drops all `fcntl`
  /// locks that the process has on it.
  init(of path: String, waiting: Duration) throws(SQLiteError) {
    descriptor = try Self.lock(path, waiting: waiting)
  }

  /// Returns a descriptor that holds the lock. One that does not get it stays open: this process may have the other store,
  /// which would lose SQLite's locks.
  private static func lock(_ path: String, waiting: Duration) throws(SQLiteError) -> Int32 {
    // Safe: the path lives as long as the call.
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SQLiteError(code: SQLITE_CANTOPEN, reason: lastError, subject: path) }
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // EINTR is tried again, as a lock that is taken is.
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw SQLiteError(code: SQLITE_IOERR, reason: lastError, subject: path)
      }
      guard .now - start < waiting else {
        throw SQLiteError(
          code: SQLITE_BUSY, reason: "another server has this store; stop that one, or take another file", subject: path
        )
      }
      usleep(20_000)
    }
    return descriptor
  }

  deinit { close(descriptor) }

  // Safe: the text is copied before the next call that may fail.
  private static var lastError: String { unsafe String(cString: strerror(errno)) }
}
