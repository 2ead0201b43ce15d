/// The part of a ``Database`` that SQLite and PostgreSQL do differently. Both use the same windows over rows.
package protocol TableEngine: AnyObject, Sendable {
  /// How errors name it: the path of the file, or the address of the server.
  var name: String { get }
  var limits: DatabaseLimits { get }

  /// Makes the reader of one thread, which opens nothing before it is used. The thread that counts rows has no pace.
  func reader(_ pace: ReadPace?) -> any TableReader

  /// Makes the tables if they are missing, as they may be before the first use.
  func prepare() async throws

  /// Calls back when a window may be opened: at once, or when the tables are made.
  func admit(_ window: @escaping @Sendable () -> Void)

  /// Runs work in one transaction.
  func write<Result: Sendable>(_ work: @escaping @Sendable (DatabaseWriter) throws -> Result) async throws -> Result

  /// Runs work in one transaction, in which the id of the event is saved. Returns nil if it was saved before.
  func write<Result: Sendable>(
    once event: String, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result?

  /// Ends its threads. Without that, they and the database would keep each other alive.
  func close()
}

/// Runs statements on one connection. One thread at a time uses it.
package protocol TableConnection: AnyObject {
  /// Runs a statement, and calls `row` for each row until it returns false. Throws a ``DatabaseError``, or what `row`
  /// throws.
  func each(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws
}

/// A transaction that is open.
package protocol TableTransaction: TableConnection {
  /// Runs a statement, and returns the number of rows that it has changed.
  func run(_ sql: SQL) throws -> Int
}

/// A connection that reads windows.
///
/// What it reads from `begin` to `end` is one state of the data: that of the time when it began. `begin` returns what has
/// changed since it began last, so that a window is read again only if it may show other rows.
package protocol TableReader: TableConnection {
  /// How often it has to begin while somebody looks, and the shortest time between two reads of a window that is not
  /// followed row by row. Nil if the engine tells when something has changed, and reads cost little.
  var lookEvery: Duration? { get }

  /// Whether an error has ended the state that it reads, so that it has to begin again.
  var hasLostState: Bool { get }

  /// Begins to read.
  func begin() throws -> Look
  /// Ends what it has begun, also after an error.
  func end()

  /// How statements will find the rows of a query.
  func plan(_ query: QueryText) throws -> QueryPlan
  /// Another number whenever plans may not be true any more.
  var generation: Int { get }
  /// Whether a plan is still true in the state that `begin` has found.
  func isCurrent(_ plan: QueryPlan) -> Bool

  /// Says what its thread shows from now on, so that it tells the changes of these queries.
  func show(_ shown: ShownQueries)

  /// Sets how long the next statements may run. An engine may also stop them when nobody wants their results any more;
  /// PostgreSQL does not.
  func allow(_ time: Duration?, while isWanted: (@Sendable () -> Bool)?)
}

/// What a thread shows.
package struct ShownQueries: Sendable {
  /// All queries, and those whose changes are followed row by row.
  package var queries: [QueryText] = []
  package var followed: [WatchedQuery] = []
  /// How many windows are open.
  package var viewers = 0
  /// Whether somebody could not read rows, and should try again soon.
  package var needsRetry = false

  package init() {}
}

/// What a reader has found out when it began.
package struct Look: Sendable {
  /// What has happened since it began last.
  package var notes: [ChangeNote] = []
  /// The changes that it sees.
  package var seen: SeenChanges
  /// Whether a count that begins now is kept true by the notes of later looks. Otherwise it would soon be wrong.
  package var canCount = true

  package init(notes: [ChangeNote] = [], seen: SeenChanges) { (self.notes, self.seen) = (notes, seen) }
}

extension TableConnection {
  /// Decodes the rows of a query, at most `mostRowsHeld`.
  func rows<Row: Decodable>(_ sql: SQL, as type: Row.Type = Row.self, in engine: any TableEngine) throws -> [Row] {
    let most = engine.limits.mostRowsHeld
    var rows: [Row] = []
    do {
      try each(sql) { row in
        if rows.count == most {
          throw DatabaseError(
            .tooManyRows, in: engine.name, statement: sql.text, "the result has more than \(most) rows",
            remedy: "add LIMIT, or raise `mostRowsHeld`")
        }
        rows.append(try Row(from: row.decoder))
        return true
      }
    } catch {
      throw DatabaseError(error, in: engine.name, statement: sql.text)
    }
    return rows
  }

  /// The integer that a statement returns; nil if it returns no row.
  func integer(_ sql: SQL) throws -> Int? {
    var found: Int?
    try each(sql) { row in
      if case .integer(let number) = row.value(0) { found = Int(number) }
      return false
    }
    return found
  }
}
