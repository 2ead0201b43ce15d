import EspalierServer
import EspalierTables

/// The state of the thread that writes and that looks for changes by other processes. Its connection does both, because
/// the data version of a connection does not move with its own commits.
final class Writer {
  private let file: DatabaseFile
  private let board: CommitBoard
  private let metrics: DatabaseMetrics
  private let connection: FileConnection
  /// Reads the keys that rows have before a commit.
  private let before: FileConnection
  private var seen: Seen?
  private var marks = EventMarks()
  private let elapsed: () -> Duration
  /// The threads that show the notes to the viewers.
  private let readers: Readers

  private struct Seen: Equatable {
    var data: Int64
    var schema: Int64
  }

  init(
    _ file: DatabaseFile, _ board: CommitBoard, _ metrics: DatabaseMetrics, _ readers: Readers,
    clock: some Clock<Duration>
  ) {
    (self.file, self.board, self.metrics, self.readers) = (file, board, metrics, readers)
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    let created = Created()
    connection = FileConnection(file) { file in
      let connection = try file.openForWriting(mayCreate: !created.isDone)
      created.isDone = true
      if file.followsRows { _ = connection.followRows(upTo: file.limits.mostRowsFollowed) }
      return connection
    }
    before = FileConnection(file) { try $0.openForReading() }
  }

  /// Whether the file was opened once. It is then not created again: somebody has removed it.
  private final class Created { var isDone = false }

  /// Whether the file has been opened.
  var isOpen: Bool { connection.existing != nil }

  /// Opens the file if it is not open, and makes its tables if they are missing.
  func prepare() throws {
    do { _ = try open() } catch { throw file.error(error) }
  }

  private func open() throws -> Connection {
    let isNew = connection.existing == nil || connection.isStale
    let open = try connection.open()
    if isNew {
      seen = try versions(open)
      // Another file has other numbers.
      marks = EventMarks()
      board.leave(ChangeNote(isUnknown: true))
    }
    return open
  }

  private func versions(_ connection: Connection) throws -> Seen {
    Seen(
      data: try connection.integer("PRAGMA data_version") ?? 0,
      schema: try connection.integer("PRAGMA schema_version") ?? 0)
  }

  /// Looks whether the file was replaced, or changed by another process.
  func look() {
    metrics.count(.look)
    do {
      let connection = try open()
      let now = try versions(connection)
      if now != seen || board.needsRetry {
        seen = now
        board.leave(ChangeNote(isUnknown: true))
      }
    } catch {
      // The viewers try to read, and say what is wrong.
      board.leave(ChangeNote(isUnknown: true))
    }
    notify()
  }

  /// Runs work in a transaction.
  func write<Result>(_ work: (Connection) throws -> Result) throws -> Result { try transaction(work) }

  /// Runs work in a transaction, and returns nil without running it if the event was written before.
  func write<Result>(once event: String, _ work: (Connection) throws -> Result) throws -> Result? {
    var number: Int64?
    let result = try transaction { connection in
      number = try add(event, connection)
      return try number.map { _ in try work(connection) }
    }
    if let number { marks.note(number, at: elapsed()) }
    return result
  }

  private func transaction<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection: Connection
    do { connection = try open() } catch { throw file.error(error) }
    do {
      // Not deferred: a transaction that reads before it writes fails at once if somebody else has written meanwhile.
      try connection.execute("BEGIN IMMEDIATE")
      connection.changedRows?.removeAll()
      let result = try body(connection)
      try commit(connection)
      return result
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw file.error(error)
    }
  }

  /// Records the id of an event in the transaction of its changes. Returns the number of its row; nil if it is there
  /// already. The page store is another file, and no transaction over two files survives a crash whole.
  private func add(_ event: String, _ connection: Connection) throws -> Int64? {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS espalier_event (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT")
    // An older version has a column for the time of the wall clock; it needs no value.
    try connection.each("INSERT OR IGNORE INTO espalier_event (id) VALUES (?)", [.text(event)]) { _ in true }
    if connection.changes == 0 { return nil }
    let number = connection.lastInsertedRow
    let old = max(marks.old(at: elapsed(), before: number), number - Int64(PersistedEvent.most))
    // The oldest first, and few at a time: the cost of a write does not depend on how many there are.
    try connection.each(
      """
      DELETE FROM espalier_event WHERE +number <= ?
        AND number IN (SELECT number FROM espalier_event ORDER BY number LIMIT 4)
      """, [.integer(old)]
    ) { _ in true }
    return number
  }

  private func commit(_ connection: Connection) throws {
    let now = try versions(connection)
    var note = note(connection)
    note.isUnknown = note.isUnknown || now != seen
    try board.commit(note) { try connection.execute("COMMIT") }
    seen = now
    notify()
  }

  private func notify() {
    readers.tell(board.waiting)
  }

  /// What the open transaction has changed. Nobody else commits now, so that this connection sees the rows as they will
  /// be, and another one as they were.
  private func note(_ connection: Connection) -> ChangeNote {
    guard let changed = connection.changedRows else { return ChangeNote(isUnknown: true) }
    var note = ChangeNote(tables: changed.tables)
    note.tables.remove("espalier_event")
    for query in board.followed {
      guard let table = query.plan.followedTable, !changed.overfull.contains(table), let rows = changed.rows[table]
      else { continue }
      note.moves[query.number] = try? moves(query, rows, connection)
    }
    return note
  }

  private func moves(
    _ query: WatchedQuery, _ rows: Set<Int64>, _ connection: Connection
  ) throws -> ChangeNote.KeyMoves {
    var moves = ChangeNote.KeyMoves()
    let before = try before.open()
    try before.execute("BEGIN")
    defer { try? before.execute("COMMIT") }
    // The id is the last value.
    let text = query.plan.key(of: .null).text
    for row in rows {
      try keys(text, query, row, before) { moves.removed.append($0) }
      try keys(text, query, row, connection) { moves.added.append($0) }
    }
    return moves
  }

  private func keys(
    _ text: String, _ query: WatchedQuery, _ row: Int64, _ connection: Connection, _ found: (RowKey) -> Void
  ) throws {
    metrics.count(.key)
    try connection.each(text, query.plan.sql.values + [.integer(row)]) { row in
      found(RowKey((0..<query.plan.keyCount).map(row.value)))
      return true
    }
  }
}
