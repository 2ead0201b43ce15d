internal import CSQLite
internal import Glibc

/// Sees to it that one server at a time has a store: two would overwrite each other's pages without a word.
///
/// A lock on a file beside the database. The kernel lets go of it when the process ends, however it ends. It is not on the
/// database itself, so that other programs may read that meanwhile.
final class StoreLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a database; waits so long for another server to give it up.
  init(of path: String, waiting: Duration) throws(SQLiteError) {
    let file = path + "-lock"
    // Safe: the path lives as long as the call.
    descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SQLiteError(code: SQLITE_CANTOPEN, reason: Self.lastError, subject: file) }
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // EINTR is tried again, as a lock that is taken is.
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let error = SQLiteError(code: SQLITE_IOERR, reason: Self.lastError, subject: file)
        close(descriptor)
        throw error
      }
      guard .now - start < waiting else {
        close(descriptor)
        throw SQLiteError(
          code: SQLITE_BUSY, reason: "another server has this store; stop that one, or take another file", subject: path
        )
      }
      usleep(20_000)
    }
  }

  deinit { close(descriptor) }

  // Safe: the text is copied before the next call that may fail.
  private static var lastError: String { unsafe String(cString: strerror(errno)) }
}
