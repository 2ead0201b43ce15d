import EspalierTables

/// Reads the windows of tables on one thread, or counts their rows.
final class PostgresReader: TableReader {
  private let tables: PostgresTables
  /// Nil for the thread that counts.
  private let pace: ReadPace?
  private let connection: PostgresConnection
  /// How long statements may run.
  private var allowed: Duration?
  private var shown = ShownQueries()
  private var session = Session()

  /// What is true for one connection.
  private struct Session {
    /// How often the connection had been opened.
    var opened = 0
    var limit: Duration?
    var last: LastLook?
    /// The tables with triggers; nil if they must be looked for.
    var followed: Set<String>?
    /// When this reader last asked the triggers to write.
    var watchedAt: ContinuousClock.Instant?
    var sight = Sight.clear
    /// When tables without triggers were last taken for changed, and how often this process had written then.
    var guessedAt = ContinuousClock.now
    var guessedWrites = 0
    /// The states of the schemas of the tables.
    var schemas: [String: String] = [:]
    /// What is known about queries, as long as the schemas are the same.
    var shapes: [QueryShape.Key: QueryShape] = [:]
    /// Whether a table has changed since statements were prepared.
    var isOutdated = false
  }

  /// Whether the log has all changes.
  private enum Sight {
    case clear
    /// The triggers have just been asked to write.
    case unknown
    /// Transactions before this one may have changed rows before the triggers wrote.
    case blind(before: Int, since: ContinuousClock.Instant)
  }

  private struct LastLook {
    let snapshot: Snapshot
    let time: ContinuousClock.Instant
  }

  init(_ tables: PostgresTables, _ pace: ReadPace?) {
    (self.tables, self.pace) = (tables, pace)
    connection = PostgresConnection(
      tables.url, setUp: PostgresTables.setUp + " SET plan_cache_mode = force_custom_plan; SET jit = off")
  }

  private(set) var generation = 0
  var lookEvery: Duration? { tables.limits.lookEvery }
  var hasLostState: Bool { connection.hasFailed }
  /// Whether transactions run that began before the triggers wrote.
  var mayMissChanges: Bool { if case .clear = session.sight { false } else { true } }

  func show(_ shown: ShownQueries) {
    self.shown = shown
    if let pace { tables.counts.show(shown.viewers, on: pace) }
    guard session.shapes.count > 2 * shown.queries.count + 10 || shown.viewers == 0 else { return }
    let keys = Set(shown.queries.map(QueryShape.Key.init))
    session.shapes = session.shapes.filter { keys.contains($0.key) }
  }

  /// A count, which nobody waits for, may take ten times as long.
  func allow(_ time: Duration?, while isWanted: (@Sendable () -> Bool)?) {
    allowed = pace == nil ? time.map { $0 * 10 } : time
  }

  // MARK: Statements

  func each(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws {
    do {
      try open(for: allowed)
      try readEach(sql, row)
    } catch let error as PostgresError {
      throw DatabaseError(error, in: tables.name, statement: sql.text)
    }
  }

  private func readEach(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws {
    try refreshingStatements {
      let text = sql.text { "$\($0)" }
      let statement = try connection.describe(text)
      let values = try connection.texts(sql, statement, in: tables.name)
      if pace == nil || !connection.isInTransaction {
        // A count, and what somebody asks for, may have too many rows for the memory.
        try stream(text, values, statement.columns, row)
      } else {
        try PostgresRows(try connection.execute(text, values), statement.columns).each(row)
      }
    }
  }

  /// Prepares statements again if a table has changed since they were prepared.
  private func refreshingStatements<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as PostgresError where error.isOutdatedStatement {
      // Inside a transaction nothing can be read any more. It begins again soon.
      if connection.isInTransaction { session.isOutdated = true } else { try connection.forgetStatements() }
      if connection.isInTransaction { throw error }
      return try body()
    }
  }

  private func stream(
    _ text: String, _ values: [String?], _ columns: [PreparedStatement.Column],
    _ row: (any ColumnReader) throws -> Bool
  ) throws {
    var (rows, failed, goesOn) = (PostgresRows?.none, (any Error)?.none, true)
    try connection.stream(text, values) { result in
      let all = rows ?? PostgresRows(result, columns)
      rows = all
      all.show(result)
      guard goesOn else { return }
      do { goesOn = try row(all) } catch { (failed, goesOn) = (error, false) }
    }
    if let failed { throw failed }
  }

  /// Connects if needed, and sets how long the next statements may run. Inside a transaction the limit stays.
  private func open(for limit: Duration?) throws(PostgresError) {
    try connection.connect()
    if connection.opened != session.opened {
      session = Session()
      session.opened = connection.opened
      generation += 1
    }
    guard !connection.isInTransaction, let limit, limit != session.limit else { return }
    try connection.runScript("SET statement_timeout = \(limit.timeout)")
    session.limit = limit
  }

  // MARK: Plans

  func plan(_ query: QueryText) throws -> QueryPlan {
    do {
      try open(for: tables.limits.longestQuery)
      if pace != nil, !connection.isInTransaction { try watchChanges() }
      let shape = try shape(of: query)
      return try shape.plan(query, in: tables.name, schema: schema(of: shape), follows: isFollowed(shape))
    } catch let error as PostgresError {
      throw DatabaseError(error, in: tables.name, statement: query.sql.text)
    }
  }

  func isCurrent(_ plan: QueryPlan) -> Bool {
    guard let shape = plan.facts as? QueryShape else { return false }
    return schema(of: shape) == plan.schema && isFollowed(shape) == (plan.followedTable != nil)
  }

  private func schema(of shape: QueryShape) -> String {
    shape.tables.map { session.schemas[$0.id] ?? "" }.joined(separator: " ")
  }

  private func shape(of query: QueryText) throws -> QueryShape {
    let key = QueryShape.Key(query)
    if let known = session.shapes[key] { return known }
    let shape = try refreshingStatements {
      try connection.inSavepoint {
        // To plan may take longer than to read.
        if connection.isInTransaction { try limit(to: tables.limits.longestQuery) }
        defer { if connection.isInTransaction { try? limit(to: allowed) } }
        let shape = try connection.shape(of: query, in: tables.name)
        try noteSchemas(try connection.execute(ChangeLog.schemas, [shape.tables.map(\.id).postgresArray]))
        if let only = shape.followable { try adviseIndex(for: query, shape, only) }
        return shape
      }
    }
    session.shapes[key] = shape
    // One of them may be a new table, without triggers.
    if !shape.tables.allSatisfy({ session.followed?.contains($0.id) == true }) { session.followed = nil }
    return shape
  }

  /// Sets how long statements of this transaction may run.
  private func limit(to time: Duration?) throws(PostgresError) {
    if let time { try connection.runScript("SET LOCAL statement_timeout = \(time.timeout)") }
  }

  /// Names the index that a query lacks, in the log.
  private func adviseIndex(for query: QueryText, _ shape: QueryShape, _ table: QueryShape.Table) throws {
    let plan = try shape.plan(query, in: tables.name, schema: "", follows: false)
    let text = plan.firstRows.text { "$\($0)" }
    let explained = ExplainedPlan(try connection.explain(try connection.describe(text)))
    let most = PostgresTables.mostRowsScanned
    guard explained.sorted > most || table.rowCount > most && !explained.scanned.isEmpty else { return }
    tables.tell(
      "no index",
      """
      \(tables.name): the list \"\(query.sql.text)\" reads or sorts more than \(most) rows; create an index on the columns \
      that its WHERE compares and on its order, for example CREATE INDEX ON \(table.name) (\(plan.ordering))
      """)
  }

  /// Notes the states of tables. What is known about queries of one that has changed is forgotten.
  private func noteSchemas(_ result: PostgresResult) throws(PostgresError) {
    var changed: Set<String> = []
    for row in 0..<result.count {
      guard let table = result[row, 0], let schema = result[row, 1] else { continue }
      if let old = session.schemas[table], old != schema { changed.insert(table) }
      session.schemas[table] = schema
    }
    if changed.isEmpty { return }
    generation += 1
    // What the server has prepared may return other columns now, and a table may be another one, without triggers.
    try connection.forgetStatements()
    session.shapes = session.shapes.filter { $0.value.tables.allSatisfy { !changed.contains($0.id) } }
    session.followed = nil
  }

  private func isFollowed(_ shape: QueryShape) -> Bool {
    shape.followable.map { session.followed?.contains($0.id) == true } ?? false
  }

  // MARK: Looks

  func begin() throws -> Look {
    do {
      // The limit for windows is too short for what others may hold up.
      try open(for: tables.limits.longestQuery)
      if session.isOutdated { try connection.forgetStatements() }
      session.isOutdated = false
      if pace != nil { try watchChanges() }
      try open(for: tables.limits.longestQuery)
      try beginTransaction()
      connection.isHeld = true
      let look = try look()
      if allowed != tables.limits.longestQuery { try limit(to: allowed) }
      return look
    } catch {
      session.last = nil
      guard let error = error as? PostgresError else { throw error }
      throw DatabaseError(error, in: tables.name, statement: nil)
    }
  }

  func end() {
    connection.isHeld = false
    guard connection.isInTransaction else { return }
    if connection.hasFailed { return connection.rollBack() }
    do { _ = try connection.execute("COMMIT") } catch { connection.rollBack() }
  }

  /// Makes the triggers if they are missing, and lets them write.
  private func watchChanges() throws {
    let isDue = session.watchedAt.map { .now - $0 >= ChangeLog.watchEvery } ?? true
    // Now and then, too: a trigger may be missing that could not be made at the first attempt.
    if session.followed == nil || isDue {
      let followed = try tables.follow(on: connection)
      if followed != session.followed { generation += 1 }
      session.followed = followed
    }
    if tables.following.isEmpty || !isDue { return }
    let results = try connection.executeAll([
      ("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", []), ("SELECT espalier.watch_changes()", []), ("COMMIT", []),
    ])
    // A new session does not know whether transactions began before somebody else asked.
    if session.watchedAt == nil || results[1][0, 0] != "t" { (session.last, session.sight) = (nil, .unknown) }
    session.watchedAt = .now
  }

  /// Locks the tables before there is a snapshot: a table that is truncated or rewritten after it would look empty.
  private func beginTransaction() throws(PostgresError) {
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    let names = Set(session.shapes.values.flatMap { $0.tables.map(\.name) }).sorted()
    if names.isEmpty { return try connection.runScript(begin) }
    do throws(PostgresError) {
      try connection.runScript(
        """
        \(begin); SET LOCAL lock_timeout = '50ms';
        LOCK TABLE \(names.joined(separator: ", ")) IN ACCESS SHARE MODE; SET LOCAL lock_timeout = 0
        """)
    } catch {
      guard error.isConnected else { throw error }
      // One of them is gone, or somebody holds it. Its query waits or gets the error, and the others are read.
      connection.rollBack()
      try connection.runScript(begin)
    }
  }

  private func look() throws -> Look {
    let now = ContinuousClock.now
    let last = session.last.flatMap { now - $0.time < ChangeLog.longestPause ? $0 : nil }
    let readsLog = last != nil && session.followed?.isEmpty == false
    var statements: [PostgresConnection.Statement] = [("SELECT pg_current_snapshot()", [])]
    if pace != nil {
      tables.metrics.count(.look)
      let ids = Set(session.shapes.values.flatMap { $0.tables.map(\.id) }).sorted()
      statements.append((ChangeLog.schemas, [ids.postgresArray]))
    }
    if readsLog { statements.append((ChangeLog.changes, [last?.snapshot.text, "\(LoggedChanges.mostBytes)"])) }
    let (results, snapshot, counts) = try tables.counts.begin(pace) { () throws(PostgresError) in
      let results = try connection.executeAll(statements)
      return (results, Snapshot(results[0][0, 0] ?? ""))
    }
    var look = Look(seen: snapshot.seen)
    if pace == nil { return look }
    try noteSchemas(results[1])
    session.last = LastLook(snapshot: snapshot, time: now)
    let mayHaveMissed = noteSight(at: snapshot, now)
    // Usually the transactions end soon. If they do not, a count of few rows is better than none.
    if case .blind(_, let since) = session.sight { look.canCount = now - since > PostgresTables.guessEvery }
    if last == nil || mayHaveMissed {
      look.notes = [ChangeNote(isUnknown: true)]
    } else if readsLog {
      look.notes = try LoggedChanges(results[2]).notes(
        for: shown.followed, counts: counts, in: tables, on: connection)
    }
    if let guess = guess(now) { look.notes.append(guess) }
    return look
  }

  /// Notes how old the oldest transaction is. Returns whether all must be read, because something may have changed that the
  /// triggers have not written.
  private func noteSight(at snapshot: Snapshot, _ now: ContinuousClock.Instant) -> Bool {
    switch session.sight {
    case .clear: return false
    case .unknown:
      // The transaction that asked the triggers is before the end, so all that began before it are, too.
      session.sight = snapshot.start == snapshot.end ? .clear : .blind(before: snapshot.end, since: now)
    case .blind(let before, _) where snapshot.start >= before: session.sight = .clear
    case .blind:
      // The reader still looks at the log four times a second, but it reads all windows only once a second.
      guard now - session.guessedAt >= PostgresTables.guessEvery else { return false }
      session.guessedAt = now
    }
    return true
  }

  /// The tables without triggers, once a second and after each write of this process, because they may have changed.
  private func guess(_ now: ContinuousClock.Instant) -> ChangeNote? {
    let writes = tables.writeCount
    guard writes != session.guessedWrites || now - session.guessedAt >= PostgresTables.guessEvery else { return nil }
    let followed = session.followed ?? []
    var (unfollowed, isUnsure) = (Set<String>(), false)
    for shape in session.shapes.values {
      isUnsure = isUnsure || shape.isUnsure
      unfollowed.formUnion(shape.tables.map(\.id).filter { !followed.contains($0) })
    }
    guard isUnsure || !unfollowed.isEmpty else { return nil }
    (session.guessedAt, session.guessedWrites) = (now, writes)
    return ChangeNote(tables: unfollowed)
  }
}

/// A state of the database: `10:20:12,14` has the transactions before 20, but not 12 and 14.
struct Snapshot: Sendable {
  let text: String
  /// All transactions before this one have ended.
  let start: Int
  /// No transaction from this one on had ended.
  let end: Int
  let seen: SeenChanges

  init(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    self.text = text
    start = parts.first.flatMap { Int($0) } ?? 0
    end = parts.dropFirst().first.flatMap { Int($0) } ?? 0
    let open = parts.dropFirst(2).first?.split(separator: ",").compactMap { Int($0) } ?? []
    seen = SeenChanges(before: end, without: Set(open))
  }
}

extension Duration {
  /// As a limit of PostgreSQL, in milliseconds. It takes zero for no limit.
  fileprivate var timeout: Int { max(1, Int(self / .milliseconds(1))) }
}
