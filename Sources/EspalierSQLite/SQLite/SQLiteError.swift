/// What SQLite refused to do.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  public let code: Int32
  /// SQLite's own words.
  public let reason: String
  /// The file, or the statement, that it was about.
  public let subject: String

  /// One line for a log.
  public var description: String { "\(subject): \(reason) (SQLite \(code))" }
}
