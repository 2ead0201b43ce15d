import EspalierTables

/// Reads the windows of tables on one thread, or counts their rows.
final class PostgresReader: TableReader {
  private let tables: PostgresTables
  /// Nil for the thread that counts.
  private let pace: ReadPace?
  private let connection: PostgresConnection
  /// How long statements may run.
  private var allowed: Duration?
  /// The shapes of the queries that are shown.
  private var shown: [QueryText: QueryShape] = [:]
  private static let mostShapes = 100
  private var needsRetry = false
  private var session = Session()

  /// What is true for one connection.
  private struct Session {
    /// How often the connection had been opened.
    var opened = 0
    var limit: Duration?
    var last: LastLook?
    /// The tables with triggers; nil if they must be looked for.
    var followed: Set<String>?
    /// When the triggers were last let to write.
    var watchedAt: ContinuousClock.Instant?
    /// Transactions before this one may have changed something before the triggers wrote.
    var blindBefore: Int?
    /// When tables without triggers were last taken for changed.
    var guessedAt = ContinuousClock.now
    /// The states of the schemas of the tables.
    var schemas: [String: String] = [:]
    /// What is known about queries, as long as the schemas are the same.
    var shapes: [QueryShape.Key: QueryShape] = [:]
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

  var lookEvery: Duration? { tables.limits.lookEvery }
  var hasLostState: Bool { connection.hasFailed }
  /// Whether transactions run that began before the triggers wrote.
  var mayMissChanges: Bool { session.blindBefore != nil }

  func show(_ shown: ShownQueries) {
    needsRetry = shown.needsRetry
    if let pace { tables.counts.show(shown.viewers, on: pace) }
    // Without queries that nobody shows any more. Those that are shown get their plans again.
    if shown.viewers == 0 || session.shapes.count > Self.mostShapes { session.shapes = [:] }
    if self.shown.count > 2 * shown.viewers + Self.mostShapes || shown.viewers == 0 { self.shown = [:] }
  }

  func allow(_ time: Duration?, while isWanted: (@Sendable () -> Bool)?) { allowed = time }

  // MARK: Statements

  func each(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws {
    do {
      try open()
      let text = sql.text { "$\($0)" }
      let statement = try connection.describe(text)
      let values = try connection.texts(sql, statement, in: tables.name)
      if pace == nil {
        // A count has too many rows for the memory.
        try stream(text, values, statement.columns, row)
      } else {
        try PostgresRows(try connection.execute(text, values), statement.columns).each(row)
      }
    } catch let error as PostgresError {
      throw DatabaseError(error, in: tables.name, statement: sql.text)
    }
  }

  private func stream(
    _ text: String, _ values: [String?], _ columns: [PreparedStatement.Column],
    _ row: (any ColumnReader) throws -> Bool
  ) throws {
    var (rows, failed) = (PostgresRows?.none, (any Error)?.none)
    try connection.stream(text, values) { result in
      let all = rows ?? PostgresRows(result, columns)
      rows = all
      all.show(result)
      do { if failed == nil { _ = try row(all) } } catch { failed = error }
    }
    if let failed { throw failed }
  }

  /// Connects if needed, and sets how long the next statements may run. Inside a transaction the limit is that of its beginning.
  private func open() throws(PostgresError) {
    try connection.connect()
    if connection.opened != session.opened {
      session = Session()
      session.opened = connection.opened
    }
    guard !connection.isInTransaction, let allowed, allowed != session.limit else { return }
    try connection.runScript("SET statement_timeout = \(max(1, Int(allowed / .milliseconds(1))))")
    session.limit = allowed
  }

  // MARK: Plans

  func plan(_ query: QueryText) throws -> QueryPlan {
    do {
      try open()
      if pace != nil, !connection.isInTransaction { try watchChanges() }
      let shape = try shape(of: query)
      shown[query] = shape
      return try shape.plan(query, in: tables.name, schema: schema(of: shape), follows: isFollowed(shape))
    } catch let error as PostgresError {
      throw DatabaseError(error, in: tables.name, statement: query.sql.text)
    }
  }

  func isCurrent(_ plan: QueryPlan) -> Bool {
    guard let shape = shown[plan.text] else { return false }
    return schema(of: shape) == plan.schema && isFollowed(shape) == (plan.followedTable != nil)
  }

  private func schema(of shape: QueryShape) -> String {
    if shape.tables.count == 1 { return session.schemas[shape.tables[0].id] ?? "" }
    return shape.tables.map { session.schemas[$0.id] ?? "" }.joined()
  }

  private func shape(of query: QueryText) throws -> QueryShape {
    let key = QueryShape.Key(query)
    if let known = session.shapes[key] { return known }
    let shape = try connection.inSavepoint { try connection.shape(of: query, in: tables.name) }
    try noteSchemas(try connection.execute(ChangeLog.schemas, [shape.tables.map(\.id).postgresArray]))
    session.shapes[key] = shape
    // One of them may be a new table, without triggers.
    if !shape.tables.allSatisfy({ session.followed?.contains($0.id) == true }) { session.followed = nil }
    if let only = shape.followable { try adviseIndex(for: query, shape, only) }
    return shape
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

  private func noteSchemas(_ result: PostgresResult) throws(PostgresError) {
    var hasChanged = false
    for row in 0..<result.count {
      guard let table = result[row, 0], let schema = result[row, 1] else { continue }
      if let old = session.schemas[table], old != schema { hasChanged = true }
      session.schemas[table] = schema
    }
    guard hasChanged else { return }
    session.shapes = [:]
    // What the server has prepared may return other columns now, and a table may be another one, without triggers.
    try connection.forgetStatements()
    session.followed = nil
  }

  private func isFollowed(_ shape: QueryShape) -> Bool {
    shape.followable.map { session.followed?.contains($0.id) == true } ?? false
  }

  // MARK: Looks

  func begin(_ queries: () -> [WatchedQuery]) throws -> Look {
    do {
      try open()
      if pace != nil { try watchChanges() }
      try open()
      try beginTransaction()
      return try look(queries)
    } catch let error as PostgresError {
      session.last = nil
      throw DatabaseError(error, in: tables.name, statement: nil)
    }
  }

  func end() {
    guard connection.isInTransaction else { return }
    if connection.hasFailed { return connection.rollBack() }
    do { _ = try connection.execute("COMMIT") } catch { connection.rollBack() }
  }

  /// Makes the triggers if they are missing, and lets them write.
  private func watchChanges() throws {
    if session.followed == nil {
      session.followed = try tables.follow(on: connection)
      session.limit = nil
    }
    if tables.following.isEmpty { return }
    if let last = session.watchedAt, .now - last < ChangeLog.watchAgain { return }
    let wasWatched = try connection.execute("SELECT espalier.watch_changes()")[0, 0] == "t"
    session.watchedAt = .now
    if !wasWatched { (session.last, session.blindBefore) = (nil, .max) }
  }

  /// Locks the tables before there is a snapshot: one that is rewritten or emptied after it would seem to be empty.
  private func beginTransaction() throws(PostgresError) {
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    let names = Set(session.shapes.values.flatMap { $0.tables.map(\.name) }).sorted()
    if names.isEmpty { return try connection.runScript(begin) }
    do throws(PostgresError) {
      try connection.runScript("\(begin); LOCK TABLE \(names.joined(separator: ", ")) IN ACCESS SHARE MODE")
    } catch {
      guard error.isConnected, error.state != "57014" else { throw error }
      // One of them is gone. Its query gets the error, and the others are read.
      connection.rollBack()
      try connection.runScript(begin)
    }
  }

  private func look(_ queries: () -> [WatchedQuery]) throws -> Look {
    let now = ContinuousClock.now
    let last = session.last.flatMap { now - $0.time < ChangeLog.reach ? $0 : nil }
    let readsLog = last != nil && session.followed?.isEmpty == false
    var statements: [PostgresConnection.Statement] = [("SELECT pg_current_snapshot()", [])]
    if pace != nil {
      tables.metrics.count(.look)
      let ids = Set(session.shapes.values.flatMap { $0.tables.map(\.id) }).sorted()
      statements.append((ChangeLog.schemas, [ids.map(Optional.some).postgresArray]))
    }
    if readsLog { statements.append((ChangeLog.changes, [last?.snapshot.text])) }
    let (results, snapshot, counts) = try tables.counts.begin(pace) { () throws(PostgresError) in
      let results = try connection.executeAll(statements)
      return (results, Snapshot(results[0][0, 0] ?? ""))
    }
    var look = Look(seen: snapshot.seen)
    if pace == nil { return look }
    try noteSchemas(results[1])
    session.last = LastLook(snapshot: snapshot, time: now)
    if needsRetry || last == nil || isBlind(at: snapshot, now) {
      look.notes = [ChangeNote(isUnknown: true)]
    } else if readsLog {
      look.notes = try ChangedRows(results[2]).notes(for: queries, shown, counts, tables, on: connection)
    }
    if let guess = guess(now) { look.notes.append(guess) }
    return look
  }

  /// Whether something may have changed that the triggers have not written, because nobody looked when it began.
  private func isBlind(at snapshot: Snapshot, _ now: ContinuousClock.Instant) -> Bool {
    guard let before = session.blindBefore else { return false }
    if before == .max {
      session.blindBefore = snapshot.end
    } else if snapshot.start >= before {
      session.blindBefore = nil
    } else {
      // It is looked at all the time, but not read.
      guard now - session.guessedAt >= PostgresTables.guessEvery else { return false }
      session.guessedAt = now
    }
    return true
  }

  /// What may have changed without a word.
  private func guess(_ now: ContinuousClock.Instant) -> ChangeNote? {
    guard now - session.guessedAt >= PostgresTables.guessEvery else { return nil }
    let followed = session.followed ?? []
    var tables: Set<String> = []
    var isUnsure = false
    for shape in session.shapes.values {
      isUnsure = isUnsure || shape.isUnsure
      tables.formUnion(shape.tables.map(\.id).filter { !followed.contains($0) })
    }
    guard isUnsure || !tables.isEmpty else { return nil }
    session.guessedAt = now
    return ChangeNote(tables: tables)
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
