/// An error that SQLite returned.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  package let code: Int32
  /// SQLite's message.
  package let reason: String
  /// The file or the statement that failed.
  package let subject: String

  /// One line for a log.
  package var description: String { "\(subject): \(reason) (SQLite \(code))" }
}
