internal import CSQLite
import EspalierServer

extension PageStoreError {
  /// What an error of SQLite means for those who save and read.
  init(_ error: SQLiteError) {
    let (reason, remedy) = Self.words(for: error.code & 0xFF)
    self.init(reason, remedy: remedy, isTemporary: error.isLock, underlying: error)
  }

  private static func words(for code: Int32) -> (reason: String, remedy: String?) {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED:
      ("another program has locked the database", "end that program, or its transaction")
    case SQLITE_FULL: ("the disk is full", "make room on it; what could not be saved is saved with the next event")
    case SQLITE_READONLY: ("the database is read-only", "check the owner and the mode of the file and its folder")
    case SQLITE_CORRUPT, SQLITE_NOTADB: ("the database file is damaged", "restore it from a backup")
    case SQLITE_IOERR, SQLITE_CANTOPEN: ("the database file cannot be read or written", "check the disk")
    default: ("the database reports an error", nil)
    }
  }
}

extension SQLiteError {
  /// Whether another program's lock is the reason.
  var isLock: Bool { code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED }
}
