/// Writes and reads inside one transaction. Only valid in the closure that gets it.
public final class DatabaseWriter {
  private var transaction: (any TableTransaction)?
  private let engine: any TableEngine

  private init(_ transaction: any TableTransaction, of engine: any TableEngine) {
    (self.transaction, self.engine) = (transaction, engine)
  }

  /// Runs work with a writer, which cannot be used after it.
  package static func run<Result>(
    _ work: (DatabaseWriter) throws -> Result, in transaction: any TableTransaction, of engine: any TableEngine
  ) rethrows -> Result {
    let writer = DatabaseWriter(transaction, of: engine)
    defer { writer.transaction = nil }
    return try work(writer)
  }

  /// Runs a statement, and returns the number of rows that it changed. Throws a ``DatabaseError``.
  @discardableResult
  public func run(_ sql: SQL) throws -> Int { try open(for: sql).run(sql) }

  /// The rows of a query, at most `mostRowsHeld`. Throws a ``DatabaseError``.
  public func rows<Row: Decodable>(_ sql: SQL, as type: Row.Type = Row.self) throws -> [Row] {
    try open(for: sql).rows(sql, in: engine)
  }

  private func open(for sql: SQL) throws -> any TableTransaction {
    try sql.check(for: engine)
    if let transaction { return transaction }
    throw DatabaseError(
      .statement, in: engine.name, statement: sql.text, "the transaction is over",
      remedy: "use the writer only in the closure that gets it")
  }
}

extension SQL {
  /// Throws if a value cannot be a parameter.
  func check(for engine: any TableEngine) throws {
    guard let problem else { return }
    throw DatabaseError(
      .parameters, in: engine.name, statement: text, problem, remedy: "interpolate one of its properties")
  }
}
