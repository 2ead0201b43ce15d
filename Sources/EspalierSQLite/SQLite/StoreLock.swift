internal import CSQLite
internal import Glibc

/// Makes sure that only one server at a time uses a store. Two servers would overwrite each other's pages without an
/// error.
///
/// The lock is on the database file itself, so it refuses a second server whichever path that server uses. It is a
/// `flock`, which does not conflict with SQLite's own locks (`fcntl`), so other programs can use the database
/// meanwhile. The kernel releases it when the process ends for any reason.
final class StoreLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a database. Waits up to `waiting` for another server to release it.
  ///
  /// The lock must outlive SQLite's connection: when a process closes any descriptor of a file, the kernel drops all
  /// `fcntl` locks that the process has on it.
  init(of path: String, waiting: Duration) throws(SQLiteError) {
    descriptor = try Self.lock(path, waiting: waiting)
  }

  /// Returns a descriptor that holds the lock. If it cannot get the lock, the descriptor stays open: the lock's owner
  /// may be another store in this process, and closing the descriptor would drop that store's SQLite locks.
  private static func lock(_ path: String, waiting: Duration) throws(SQLiteError) -> Int32 {
    // Safe: the path lives as long as the call.
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SQLiteError(code: SQLITE_CANTOPEN, reason: lastError, subject: path) }
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Tries again after EINTR too.
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw SQLiteError(code: SQLITE_IOERR, reason: lastError, subject: path)
      }
      guard .now - start < waiting else {
        throw SQLiteError(
          code: SQLITE_BUSY, reason: "another server uses this store; stop that server, or use another file",
          subject: path)
      }
      usleep(20_000)
    }
    return descriptor
  }

  deinit {
    // A process that is being started shares the descriptor for a moment, so closing it may not release the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  // Safe: the text is copied before the next call that may fail.
  private static var lastError: String { unsafe String(cString: strerror(errno)) }
}
