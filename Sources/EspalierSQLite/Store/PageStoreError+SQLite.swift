internal import CSQLite
import EspalierServer

extension PageStoreError {
  /// Translates an error of SQLite into a reason and a remedy.
  init(_ error: SQLiteError) {
    let (reason, remedy) = Self.words(for: error.code & 0xFF)
    self.init(reason, remedy: remedy, isTemporary: error.isLock, underlying: error)
  }

  private static func words(for code: Int32) -> (reason: String, remedy: String?) {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED:
      ("another program has locked the database", "end that program or its transaction")
    case SQLITE_FULL: ("the disk is full", "free some space; the next event saves what is missing")
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
