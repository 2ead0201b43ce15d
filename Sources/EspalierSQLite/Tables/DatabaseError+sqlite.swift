internal import CSQLite
import EspalierTables

extension DatabaseError {
  /// Says what an error of SQLite means for the user. `statement` is the user's text: SQLite knows only the text that the
  /// library has made of it.
  init(_ error: SQLiteError, in file: String, statement: String?) {
    let (code, reason, remedy) = Self.words(for: error)
    self.init(
      code, in: file, statement: Self.isAboutFile(code) ? nil : statement, reason, remedy: remedy,
      number: "SQLite \(error.code)")
  }

  private static func isAboutFile(_ code: Code) -> Bool {
    [.noFile, .full, .readOnly, .corrupt, .notADatabase, .unreadable].contains(code)
  }

  private static func words(for error: SQLiteError) -> (Code, reason: String, remedy: String) {
    switch error.code & 0xFF {
    case SQLITE_ERROR, SQLITE_RANGE, SQLITE_AUTH: wordsForStatement(error)
    case SQLITE_BUSY, SQLITE_LOCKED:
      (.busy, "another program has locked the database", "end that program or its transaction")
    case SQLITE_FULL: (.full, "the disk is full", "free some space")
    case SQLITE_READONLY, SQLITE_PERM:
      (.readOnly, "the database is read-only", "check the owner and the mode of the file and of its folder")
    case SQLITE_CORRUPT: (.corrupt, "the database file is damaged", "restore it from a backup")
    case SQLITE_NOTADB: (.notADatabase, "the file is not a database", "name another file")
    case SQLITE_CANTOPEN:
      (.unreadable, "the file cannot be opened", "check that it and its folder can be read and written")
    case SQLITE_IOERR: (.unreadable, "the file cannot be read or written", "check the disk")
    case SQLITE_INTERRUPT:
      (.tooSlow, "the statement took longer than the limit `longestQuery`", "add an index for its filter and its order")
    case SQLITE_CONSTRAINT: (.constraint, error.reason, "change the values")
    case SQLITE_SCHEMA: (.statement, error.reason, "try again")
    default: (.statement, error.reason, "look at the statement")
    }
  }

  private static func wordsForStatement(_ error: SQLiteError) -> (Code, reason: String, remedy: String) {
    if error.code == SQLITE_RANGE { return (.parameters, error.reason, "give one value for each parameter") }
    if error.reason.hasPrefix("no such table") || error.reason.hasPrefix("no such view") {
      return (.noTable, error.reason, "create it, or correct the name")
    }
    if error.reason.hasPrefix("no such column") || error.reason.contains("has no column named") {
      return (.noColumn, error.reason, "add it to the table, or correct the name")
    }
    return (.statement, error.reason, "correct the statement")
  }
}
