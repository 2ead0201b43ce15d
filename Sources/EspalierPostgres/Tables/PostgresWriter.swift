import EspalierTables
internal import Glibc

/// Writes on one thread.
final class PostgresWriter {
  private let connection: PostgresConnection
  private let database: String
  private let patience: Duration
  /// How often a transaction runs at most.
  private static let attempts = 4

  init(_ url: String, _ database: String, _ limits: DatabaseLimits) {
    (self.database, patience) = (database, limits.busyTimeout)
    let wait = Int(limits.busyTimeout / .milliseconds(1))
    connection = PostgresConnection(url, setUp: PostgresTables.setUp + " SET lock_timeout = \(wait)")
  }

  /// Runs work in a transaction.
  func write<Result>(_ work: (any TableTransaction) throws -> Result) throws -> Result {
    try tryAgain {
      try begin()
      return try commit(try work(PostgresTransaction(connection, database)))
    }
  }

  /// Runs work in a transaction, and returns nil without running it if the event was written before.
  func write<Result>(once event: String, _ work: (any TableTransaction) throws -> Result) throws -> Result? {
    // The result of a run whose commit got no answer.
    var lost: Result?
    return try tryAgain {
      try begin()
      // Waits if another transaction is writing this event, and then knows whether that one was committed.
      guard try add(event) else {
        connection.rollBack()
        return lost
      }
      let result = try work(PostgresTransaction(connection, database))
      do { return try commit(result) } catch let error as PostgresError where !error.isConnected {
        lost = result
        throw error
      }
    } again: {
      !$0.isConnected && lost != nil
    }
  }

  private func begin() throws(PostgresError) {
    do { try connection.runScript("BEGIN") } catch {
      // The server has just ended a connection that was idle.
      if error.isConnected { throw error }
      try connection.runScript("BEGIN")
    }
    connection.isHeld = true
  }

  private func commit<Result>(_ result: Result) throws(PostgresError) -> Result {
    // After an error that the work has caught, PostgreSQL says that it has rolled back.
    defer { connection.isHeld = false }
    if try connection.execute("COMMIT").command == "COMMIT" { return result }
    throw PostgresError("a statement of the transaction has failed, so nothing was written", state: "25P02")
  }

  /// Runs a transaction again if another one was in its way, or a table has changed since its statements were prepared. If
  /// `again` says so, it also waits for the server to come back, for as long as it would wait for a lock.
  private func tryAgain<Result>(
    _ transaction: () throws -> Result, again: (PostgresError) -> Bool = { _ in false }
  ) throws -> Result {
    let end = ContinuousClock.now + patience
    var attempt = 1
    while true {
      do { return try transaction() } catch {
        connection.rollBack()
        let cause = error as? PostgresError
        let problem = cause.map { DatabaseError($0, in: database, statement: nil) } ?? error
        let number = (problem as? DatabaseError)?.number
        let isOutdated = number == "SQLSTATE 0A000" || number == "SQLSTATE 26000"
        if isOutdated { try? connection.forgetStatements() }
        if cause.map(again) == true, .now < end {
          usleep(200_000)
        } else {
          guard attempt < Self.attempts, isOutdated || number == "SQLSTATE 40001" || number == "SQLSTATE 40P01" else {
            throw problem
          }
          attempt += 1
        }
      }
    }
  }

  /// Saves the id of an event. Returns false if it is there already.
  private func add(_ event: String) throws(PostgresError) -> Bool {
    let insert = "INSERT INTO espalier.event (id) VALUES ($1) ON CONFLICT DO NOTHING"
    do throws(PostgresError) {
      let isNew = try connection.execute(insert, [event]).changes == 1
      // Few at a time: the cost of a write does not depend on how many there are.
      if isNew {
        _ = try connection.execute(
          """
          DELETE FROM espalier.event WHERE id IN (
            SELECT id FROM espalier.event WHERE at < now() - interval '2 minutes' ORDER BY at LIMIT 4
              FOR UPDATE SKIP LOCKED)
          """)
      }
      return isNew
    } catch {
      // There is no such table or schema.
      guard error.state == "42P01" || error.state == "3F000" else { throw error }
      connection.rollBack()
      defer { connection.isHeld = connection.isInTransaction }
      try connection.runScript(
        """
        BEGIN; \(ChangeLog.lock); CREATE SCHEMA IF NOT EXISTS espalier; \(ChangeLog.eventTable)
        COMMIT; BEGIN
        """)
      return try connection.execute(insert, [event]).changes == 1
    }
  }
}

/// A transaction that is open.
private final class PostgresTransaction: TableTransaction {
  private let connection: PostgresConnection
  private let database: String

  init(_ connection: PostgresConnection, _ database: String) {
    (self.connection, self.database) = (connection, database)
  }

  func run(_ sql: SQL) throws -> Int { try execute(sql).result.changes }

  func each(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws {
    let (result, statement) = try execute(sql)
    try PostgresRows(result, statement.columns).each(row)
  }

  private func execute(_ sql: SQL) throws -> (result: PostgresResult, statement: PreparedStatement) {
    let text = sql.text { "$\($0)" }
    do {
      let statement = try connection.describe(text)
      return (try connection.execute(text, try connection.texts(sql, statement, in: database)), statement)
    } catch let error as PostgresError {
      throw DatabaseError(error, in: database, statement: sql.text)
    }
  }
}
