public import Espalier

extension TreeNode where Self: Node {
  /// Listens to the rows of a query while somebody looks at the page.
  ///
  /// ```swift
  /// listen(to: book.person(id), in: book.database) { page, person in
  ///   page.draft.follow(person.rows.first?.fields)
  /// }
  /// ```
  ///
  /// The first report has all rows. After that there is a report when some of them were added, changed or deleted, whoever
  /// writes. What happened in some milliseconds, or while nobody looked, is one report.
  ///
  /// If the rows cannot be read, or are more than the database's `mostRowsHeld`, the node keeps what it has, and `failed` is
  /// called; the page answers 503 meanwhile. If `failed` is not given, the log says why.
  @discardableResult
  public func listen<Row>(
    to query: Query<Row>, in database: Database, _ report: @escaping (Self, WatchedRows<Row>) -> Void,
    failed: ((Self, DatabaseError) -> Void)? = nil
  ) -> any Cancellable {
    let most = database.mostRowsHeld
    let view = LiveView(query, database, size: most + 1, at: .start, most: most + 1)
    let known = KnownRows<Row>()
    return listen(
      whileViewed: { view.begin() }, willBegin: { $0.note(.passing, about: view) }, catchUp: { await view.catchUp() }
    ) { node, event in
      let problem: DatabaseError? =
        switch event {
        case .failed(let error): error
        case .changed(let state): state.rows.count > most ? .tooManyRows(of: query, most) : nil
        }
      node.note(problem?.readProblem, about: view)
      if let problem {
        if let failed { failed(node, problem) } else { node.report { .data("\(problem)", address: $0.address) } }
      } else if case .changed(let state) = event, let rows = known.take(state) {
        report(node, rows)
      }
    }
  }
}

extension DatabaseError {
  fileprivate static func tooManyRows(of query: Query<some Decodable & Sendable>, _ most: Int) -> DatabaseError {
    DatabaseError(
      .tooManyRows, in: "the query that a node listens to", statement: query.text.sql.text,
      "the result has more than \(most) rows", remedy: "listen to fewer rows, or raise `mostRowsHeld`")
  }
}

/// What has happened to the rows that a node listens to.
public struct WatchedRows<Row: Sendable>: Sendable {
  /// All rows as they are now, in the order of the query.
  public internal(set) var rows: [Row] = []
  /// The rows that are new. None in the first report.
  public internal(set) var added: [Row] = []
  /// The rows that have changed, as they are now.
  public internal(set) var changed: [Row] = []
  /// The rows that are gone, as they were.
  public internal(set) var deleted: [Row] = []
}

/// The rows as they were in the last report.
private final class KnownRows<Row: Sendable> {
  private var rows: [WindowRow]?

  /// Compares the rows with those of the last report. Nil if nothing has happened to them.
  func take(_ state: WindowState) -> WatchedRows<Row>? {
    var report = WatchedRows<Row>()
    report.rows = state.rows.compactMap { $0.value as? Row }
    defer { rows = state.rows }
    guard let rows else { return report }
    var old = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for row in state.rows {
      guard let value = row.value as? Row else { continue }
      guard let before = old.removeValue(forKey: row.id) else {
        report.added.append(value)
        continue
      }
      if before.hash != row.hash { report.changed.append(value) }
    }
    report.deleted = rows.filter { old[$0.id] != nil }.compactMap { $0.value as? Row }
    return report.added.isEmpty && report.changed.isEmpty && report.deleted.isEmpty ? nil : report
  }
}
