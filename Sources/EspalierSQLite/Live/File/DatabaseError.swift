/// Why a database cannot read or write. Its description is one line with the file, the statement and a remedy.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let code: Code
  /// The path of the file.
  package let file: String
  /// The text of the statement; nil if the file is the problem. It never has the values of its parameters.
  package let statement: String?
  /// What is wrong, in words.
  package let reason: String
  /// What to do.
  package let remedy: String
  /// The extended result code of SQLite, if it reported the error (https://www.sqlite.org/rescode.html).
  package let number: Int32?

  /// Kinds of errors. More may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    init(_ description: String) { self.description = description }

    /// There is no such file.
    package static let noFile = Code("no file")
    /// There is no such table.
    package static let noTable = Code("no table")
    /// There is no such column, in the table or in the result.
    package static let noColumn = Code("no column")
    /// The number of values differs from the number of parameters, or a value is not of one of SQL's types.
    package static let parameters = Code("parameters")
    /// The statement cannot run for another reason.
    public static let statement = Code("statement")
    /// A row does not decode to the type.
    package static let decoding = Code("decoding")
    /// The change would break a constraint of the table.
    public static let constraint = Code("constraint")
    /// Another program has locked the file for longer than `busyTimeout`.
    public static let busy = Code("busy")
    /// The disk is full.
    package static let full = Code("full")
    /// The file or its folder cannot be written.
    package static let readOnly = Code("read-only")
    /// The file is damaged.
    package static let corrupt = Code("corrupt")
    /// The file is not a database.
    package static let notADatabase = Code("not a database")
    /// The file cannot be opened or read, or there is no connection to another database.
    public static let unreadable = Code("unreadable")
    /// The statement took longer than `longestQuery`.
    public static let tooSlow = Code("too slow")
    /// The result has more rows than `mostRowsHeld`.
    package static let tooManyRows = Code("too many rows")
  }

  /// The file, the statement on one line, what is wrong, and what to do.
  public var description: String {
    let place = statement.map { "\(file): \(Self.clipped($0)): " } ?? "\(file): "
    return place + reason + "; " + remedy + (number.map { " (SQLite \($0))" } ?? "")
  }

  private static func clipped(_ statement: String) -> String {
    let words = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 200 ? words.prefix(199) + "…" : words
  }
}
