import EspalierHTTP
import EspalierLocks
import EspalierTables

/// Tables of PostgreSQL. Four connections write, one or two read windows, and one counts rows.
final class PostgresTables: TableEngine {
  let url: String
  let name: String
  let limits: DatabaseLimits
  /// The tables whose changes are written into the log.
  let following: [String]
  let metrics: DatabaseMetrics
  let counts = CountBoard()
  private let log: Log
  private let readers: Readers
  private let writers: [DatabaseThread<PostgresWriter>]
  /// How many jobs each writer has.
  private let jobs: Lock<[Int]>
  /// How often this process has written.
  private let writes = Lock(0)
  /// What was said in the log.
  private let told = Lock(Set<String>())

  /// How often tables without triggers are read again while somebody looks.
  static let guessEvery = Duration.seconds(1)
  private static let writerCount = 4
  /// A list that reads or sorts more rows than this to show some needs an index.
  static let mostRowsScanned = 10_000

  /// What each connection begins with. A read replica is behind its primary server, so a viewer might see old rows.
  static let setUp = """
    SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET bytea_output = 'hex'; SET extra_float_digits = 1;
    DO $$ BEGIN
      IF pg_is_in_recovery() THEN RAISE 'this server is a read replica' USING ERRCODE = '25006'; END IF;
    END $$;
    """

  init(
    _ url: String, following: [String], limits: DatabaseLimits, log: Log, _ readers: Readers, _ metrics: DatabaseMetrics
  ) {
    (self.url, self.following, self.limits, self.log) = (url, following, limits, log)
    (self.readers, self.metrics) = (readers, metrics)
    let name = PostgresConnection.name(of: url)
    self.name = name
    writers = (0..<Self.writerCount).map { _ in DatabaseThread { PostgresWriter(url, name, limits) } }
    jobs = Lock([Int](repeating: 0, count: Self.writerCount))
  }

  /// How often this process has written.
  var writeCount: Int { writes.withLock { $0 } }

  func close() { for writer in writers { writer.close() } }

  func reader(_ pace: ReadPace?) -> any TableReader { PostgresReader(self, pace) }

  func prepare() async throws {}

  func admit(_ window: @escaping @Sendable () -> Void) { window() }

  // MARK: Writing

  func write<Result: Sendable>(
    _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result {
    try await onFreeWriter { [self] in try $0.write { try DatabaseWriter.run(work, in: $0, of: self) } }
  }

  func write<Result: Sendable>(
    once event: String, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result? {
    try await onFreeWriter { [self] in try $0.write(once: event) { try DatabaseWriter.run(work, in: $0, of: self) } }
  }

  /// Runs work on the writer that has the least to do, and lets the readers look.
  private func onFreeWriter<Result: Sendable>(
    _ work: @escaping @Sendable (PostgresWriter) throws -> Result
  ) async throws -> Result {
    let writer = jobs.withLock { jobs in
      let free = jobs.indices.min { jobs[$0] < jobs[$1] } ?? 0
      jobs[free] += 1
      return free
    }
    defer {
      jobs.withLock { $0[writer] -= 1 }
      writes.withLock { $0 += 1 }
      readers.noteWrite()
    }
    return try await writers[writer].result(work)
  }

  // MARK: Following

  /// Makes the log and the triggers if they are missing. Returns the tables whose triggers are on, also those of their
  /// partitions. Triggers that somebody has switched off stay off.
  func follow(on connection: PostgresConnection) throws -> Set<String> {
    if following.isEmpty { return [] }
    var found = try triggers(connection)
    for row in found where row[0] == nil {
      tell("no table", "\(name) has no table \(row[2] ?? ""), which `following` names; create it, or correct the name")
    }
    let missing = found.filter { $0[1] == "missing" }.compactMap { $0[0] }
    let isUsable = try connection.execute(ChangeLog.isUsable)[0, 0] == "t"
    if !missing.isEmpty || !isUsable {
      let role = try connection.execute("SELECT quote_ident(current_user)")[0, 0] ?? ""
      let log = isUsable ? [] : [ChangeLog.script(for: role)]
      let triggers = missing.map { ChangeLog.triggers(on: $0, most: limits.mostRowsFollowed) }
      do { try make((log + triggers).joined(separator: "\n"), on: connection) } catch let error as PostgresError
        where error.state == "55P03" && isUsable
      {
        // Somebody writes into a table for long. It is read again each second until it has its triggers.
        tell("no triggers", "\(name): a long transaction keeps the triggers from being made")
      }
      found = try self.triggers(connection)
    }
    let silent = found.filter { $0[1] != "on" }.compactMap { $0[3] }
    return Set(found.compactMap { $0[3] }).subtracting(silent)
  }

  private func triggers(_ connection: PostgresConnection) throws(PostgresError) -> [[String?]] {
    try connection.execute(ChangeLog.followed, [following.postgresArray, "\(limits.mostRowsFollowed)"]).rows
  }

  private func make(_ script: String, on connection: PostgresConnection) throws {
    do throws(PostgresError) {
      try connection.runScript(
        """
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 500;
        \(ChangeLog.lock);
        \(script)
        COMMIT
        """)
    } catch {
      connection.rollBack()
      guard error.state == "42501" else { throw error }
      // On one line, so that it can be copied from the log.
      let line = script.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      throw DatabaseError(
        .readOnly, in: name, "the role of this program may not make the triggers that follow its tables (\(error))",
        remedy: "let the owner of the tables run: \(line)", number: "SQLSTATE 42501")
    }
  }

  /// Says something in the log, once.
  func tell(_ about: String, _ text: String) {
    if told.withLock({ $0.insert(text).inserted }) { log.write(.warning, about) { $0.add("detail", text) } }
  }
}
