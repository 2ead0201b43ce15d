/// Why a database cannot read or write. Its description is one line with the database, the statement and a remedy.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let code: Code
  /// The path of the file, or the address of the server.
  package let database: String
  /// The text of the statement; nil if the database is the problem. It never has the values of its parameters.
  package let statement: String?
  /// What is wrong, in words.
  package let reason: String
  /// What to do.
  package let remedy: String
  /// The code of the error, if the database reported it: `SQLite 19` (https://www.sqlite.org/rescode.html) or
  /// `SQLSTATE 23505` (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  package let number: String?

  /// An error in words.
  package init(
    _ code: Code, in database: String, statement: String? = nil, _ reason: String, remedy: String,
    number: String? = nil
  ) {
    (self.code, self.database, self.statement) = (code, database, statement)
    (self.reason, self.remedy, self.number) = (reason, remedy, number)
  }

  /// What an error of the code that reads a row means for the user. An error of a database stays as it is.
  init(_ error: any Error, in database: String, statement: String) {
    switch error {
    case let error as DatabaseError: self = error
    case let error as DecodingProblem:
      self.init(
        error.isMissing ? .noColumn : .decoding, in: database, statement: statement, error.description,
        remedy: error.isMissing
          ? "select it, or give a column that name with AS" : "change the type of the property, or the column")
    default:
      self.init(.decoding, in: database, statement: statement, "\(error)", remedy: "look at the type of the rows")
    }
  }

  /// Kinds of errors. More may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    package init(_ description: String) { self.description = description }

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
    /// Others have locked the data for longer than `busyTimeout`.
    public static let busy = Code("busy")
    /// The disk is full.
    package static let full = Code("full")
    /// The database cannot be written, or the role lacks a right.
    package static let readOnly = Code("read-only")
    /// The file is damaged.
    package static let corrupt = Code("corrupt")
    /// The file is not a database.
    package static let notADatabase = Code("not a database")
    /// The file cannot be opened or read, or the server does not answer.
    public static let unreadable = Code("unreadable")
    /// The statement took longer than `longestQuery`.
    public static let tooSlow = Code("too slow")
    /// The result has more rows than `mostRowsHeld`.
    package static let tooManyRows = Code("too many rows")
  }

  /// The database, the statement on one line, what is wrong, and what to do.
  public var description: String {
    let place = statement.map { "\(database): \(Self.clipped($0)): " } ?? "\(database): "
    return place + reason + "; " + remedy + (number.map { " (\($0))" } ?? "")
  }

  private static func clipped(_ statement: String) -> String {
    let words = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 200 ? words.prefix(199) + "…" : words
  }
}
