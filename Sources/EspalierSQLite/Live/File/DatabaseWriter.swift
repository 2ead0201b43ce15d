/// Writes and reads inside one transaction. Only valid in the closure that gets it.
public final class DatabaseWriter {
  /// How statements reach the database.
  private enum Way {
    case sqlite(FileTransaction)
    case other(run: (SQL) throws -> Int, read: (SQL) throws -> [SQLRow])
  }

  private let way: Way

  init(_ connection: Connection, _ file: DatabaseFile) { way = .sqlite(FileTransaction(connection, file)) }

  /// A writer of another ``LiveDatabase``. `run` returns the number of rows that a statement has changed.
  package init(run: @escaping (SQL) throws -> Int, read: @escaping (SQL) throws -> [SQLRow]) {
    way = .other(run: run, read: read)
  }

  /// Ends the use of the connection.
  func end() {
    if case .sqlite(let transaction) = way { transaction.connection = nil }
  }

  /// Runs a statement, and returns the number of rows that it changed. Throws a ``DatabaseError``.
  @discardableResult
  public func run(_ sql: SQL) throws -> Int {
    switch way {
    case .other(let run, _): return try run(sql)
    case .sqlite(let transaction):
      return try transaction.use(sql) { connection in
        try connection.each(sql.text, sql.values) { _ in true }
        return connection.changes
      }
    }
  }

  /// The rows of a query, at most `mostRowsHeld`. Throws a ``DatabaseError``.
  public func rows<Row: Decodable>(_ sql: SQL, as type: Row.Type = Row.self) throws -> [Row] {
    switch way {
    case .other(_, let read): return try read(sql).map { try $0.decode(type) }
    case .sqlite(let transaction): return try transaction.use(sql) { try $0.rows(sql, type, transaction.file) }
    }
  }
}

/// A transaction of a file.
private final class FileTransaction {
  var connection: Connection?
  let file: DatabaseFile

  init(_ connection: Connection, _ file: DatabaseFile) { (self.connection, self.file) = (connection, file) }

  func use<Result>(_ sql: SQL, _ work: (Connection) throws -> Result) throws -> Result {
    do {
      guard let connection else {
        throw DatabaseError(
          .statement, file: file.path, statement: sql.text, "the transaction is over",
          remedy: "use the writer only in the closure that gets it")
      }
      try sql.check(file)
      // A write takes the time that it needs.
      let isRead = try connection.statement(for: sql.text).isReadOnly
      connection.deadline.allow(isRead ? file.limits.longestQuery : nil)
      defer { connection.deadline.allow(nil) }
      return try work(connection)
    } catch {
      throw file.error(error, sql.text)
    }
  }
}

extension SQL {
  /// Throws if a value cannot be a parameter.
  func check(_ file: DatabaseFile) throws {
    guard let problem else { return }
    throw DatabaseError(
      .parameters, file: file.path, statement: text, problem, remedy: "interpolate one of its properties")
  }
}

extension Connection {
  /// Decodes the rows of a query.
  func rows<Row: Decodable>(_ sql: SQL, _ type: Row.Type, _ file: DatabaseFile) throws -> [Row] {
    var rows: [Row] = []
    try each(sql.text, sql.values) { row in
      if rows.count == file.limits.mostRowsHeld {
        throw DatabaseError(
          .tooManyRows, file: file.path, statement: sql.text,
          "the result has more than \(file.limits.mostRowsHeld) rows", remedy: "add LIMIT, or raise `mostRowsHeld`")
      }
      rows.append(try Row(from: row.decoder))
      return true
    }
    return rows
  }
}
