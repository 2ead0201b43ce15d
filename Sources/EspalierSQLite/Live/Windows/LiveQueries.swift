/// The state of the thread that shows rows: all queries that somebody looks at, and their windows.
final class LiveQueries {
  private let file: DatabaseFile
  private let board: CommitBoard
  private let metrics: DatabaseMetrics
  private let connection: FileConnection
  private let counter: RowCounter
  /// Starts and stops the looks for changes by other processes.
  private let watch: @Sendable (Bool) -> Void
  private var queries: [QueryText: LiveQuery] = [:]
  /// The query of each window.
  private var texts: [Int: QueryText] = [:]
  private var queriesMade = 0
  /// How long the first event of a window waits for the number of rows.
  private static let patience = Duration.milliseconds(100)
  /// How often the file had been opened at the last update.
  private var opened = 0

  init(
    _ file: DatabaseFile, _ board: CommitBoard, _ metrics: DatabaseMetrics, _ counter: RowCounter,
    watch: @escaping @Sendable (Bool) -> Void
  ) {
    (self.file, self.board, self.metrics, self.counter, self.watch) = (file, board, metrics, counter, watch)
    connection = FileConnection(file) { try $0.openForReading() }
  }

  /// Shows a window. The number is the window's own.
  func open(_ window: Window, _ number: Int, of text: QueryText) {
    let query = queries[text] ?? LiveQuery(number: queriesMade, text: text)
    if queries[text] == nil { queriesMade += 1 }
    queries[text] = query
    query.windows[number] = window
    if query.samples == nil { waitForCount(number, query) }
    texts[number] = text
    // The writer has to know the query before the first window is read, or it would not note what changes after that.
    if query.plan == nil { try? plan(query) }
    publish()
    update(isForced: true)
  }

  /// Lets the first event of a window wait a little for the number of rows.
  private func waitForCount(_ number: Int, _ query: LiveQuery) {
    query.windows[number]?.countEnd = .now + Self.patience
    counter.later(after: Self.patience) { $0.update(isForced: true) }
  }

  /// Shows other rows in a window.
  func move(_ number: Int, to place: WindowPlace) {
    guard let text = texts[number], let query = queries[text] else { return }
    query.windows[number]?.place = place
    query.windows[number]?.isDirty = true
    query.windows[number]?.isMoved = true
    update(isForced: true)
  }

  /// Ends a window. When the last one of a query ends, the query is forgotten.
  func close(_ number: Int) {
    guard let text = texts.removeValue(forKey: number), let query = queries[text] else { return }
    query.windows[number] = nil
    if query.windows.isEmpty { queries[text] = nil }
    publish()
  }

  private func publish() {
    let followed = queries.values.compactMap { query -> FollowedQuery? in
      guard let plan = query.plan, let table = plan.followedTable else { return nil }
      return FollowedQuery(
        number: query.number, table: table, keyOfRow: plan.keyOfRow, keyCount: plan.keyNames.count)
    }
    board.show(followed, viewers: texts.count)
    watch(!texts.isEmpty)
  }

  /// Takes the notes of the writer, reads what has changed, and tells it to those who look.
  func update(isForced: Bool = false) {
    guard !texts.isEmpty else { return board.forget() }
    guard isForced || board.hasNotes else { return }
    do {
      let connection = try connection.open()
      noticeNewFile()
      var schema: Int64 = 0
      let notes = try board.take {
        try connection.execute("BEGIN")
        schema = try connection.integer("PRAGMA schema_version") ?? 0
      }
      defer { try? connection.execute("COMMIT") }
      for query in queries.values {
        for note in notes { query.apply(note) }
        refresh(query, connection, schema)
      }
    } catch {
      if let open = connection.existing, open.isInTransaction { try? open.execute("ROLLBACK") }
      for query in queries.values { fail(query, file.error(error)) }
    }
    board.setRetry(queries.values.contains { $0.windows.values.contains { $0.error?.mayPassByItself == true } })
    count()
  }

  /// After the file was replaced, nothing that is known about it is true.
  private func noticeNewFile() {
    if opened == connection.opened { return }
    opened = connection.opened
    for query in queries.values {
      query.apply(CommitNote(isUnknown: true))
      query.forgetPlan()
    }
  }

  private func refresh(_ query: LiveQuery, _ connection: Connection, _ schema: Int64) {
    do {
      if query.plan?.schema != schema {
        connection.forgetStatements()
        // A statement is prepared with the schema that the connection knows. Only one that runs finds out that another
        // process has changed it.
        _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
        try plan(query, connection, schema)
        publish()
      }
      guard let plan = query.plan else { return }
      let reader = WindowReader(connection: connection, plan: plan, file: file, metrics: metrics)
      if var samples = query.samples {
        query.samples = nil  // so that the ranges are divided in place
        defer { query.samples = samples }
        try reader.tidy(&samples)
      }
      for (number, var window) in query.windows {
        refresh(&window, query, reader)
        query.windows[number] = window
      }
    } catch {
      fail(query, file.error(error, query.text.sql.text))
    }
  }

  private func refresh(_ window: inout Window, _ query: LiveQuery, _ reader: WindowReader) {
    // What could not be read is read again when the data has changed, or the window has moved.
    if window.error != nil, !window.isDirty { return }
    // A window that nothing has changed costs nothing while others open and move.
    if !window.isDirty, window.told != nil, window.located == query.samples?.version { return }
    do {
      if window.isDirty { try reader.read(&window) }
      window.isDirty = false
      window.error = nil
      if let samples = query.samples { try reader.locate(&window, in: samples) }
      if window.told == nil, query.samples == nil, !query.countFailed, .now < window.countEnd { return }
      if let news = window.news() { window.tell(news) }
    } catch {
      window.fail(file.error(error, query.text.sql.text))
    }
  }

  private func fail(_ query: LiveQuery, _ error: DatabaseError) {
    for number in query.windows.keys { query.windows[number]?.fail(error) }
  }

  private func plan(_ query: LiveQuery) throws {
    let connection = try connection.open()
    try plan(query, connection, try connection.integer("PRAGMA schema_version") ?? 0)
  }

  private func plan(_ query: LiveQuery, _ connection: Connection, _ schema: Int64) throws {
    query.forgetPlan()
    query.plan = try QueryPlan(query.text, connection, file, schema: schema)
  }

  /// Counts the rows of the queries whose number is not known.
  private func count() {
    for query in queries.values where query.samples == nil && query.countingSince == nil && !query.countFailed {
      guard let plan = query.plan else { continue }
      query.countingSince = []
      query.isCountStale = false
      counter.count(plan) { [text = query.text, number = query.number] (queries, result) in
        queries.take(result, text, number)
      }
    }
  }

  private func take(_ result: Result<Samples, any Error>, _ text: QueryText, _ number: Int) {
    guard let query = queries[text], query.number == number else { return }
    switch result {
    case .success(let samples): query.take(samples)
    case .failure:
      // The rows are shown without their number. Whoever cannot read them gets the error there.
      query.countingSince = nil
      query.countFailed = true
    }
    update(isForced: true)
  }
}

extension Window {
  /// Says that the rows cannot be read, once for each reason.
  fileprivate mutating func fail(_ error: DatabaseError) {
    isDirty = error.mayPassByItself
    if self.error == error { return }
    self.error = error
    told = nil
    tell(.failed(error))
  }
}

extension DatabaseError {
  /// Whether a look at the data tells nothing about when the cause is gone.
  fileprivate var mayPassByItself: Bool {
    [.busy, .unreadable, .noFile, .corrupt, .notADatabase, .full, .readOnly].contains(code)
  }
}
