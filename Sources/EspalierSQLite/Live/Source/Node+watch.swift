public import Espalier

extension TreeNode where Self: Node {
  /// Watches the rows of a query while somebody looks at the page.
  ///
  /// ```swift
  /// watch(book.person(id), in: book.database) { page, person in
  ///   page.draft.follow(person.rows.first?.fields)
  /// }
  /// ```
  ///
  /// The first report has the rows. After that there is one report for each transaction that adds, changes or deletes
  /// some of them, whoever writes; what happened while nobody looked is one report. If the rows cannot be read, the log
  /// says why, and the node keeps what it has. Watch few rows: the query is read with one window.
  @discardableResult
  public func watch<Row>(
    _ query: Query<Row>, in database: any LiveDatabase, _ report: @escaping (Self, WatchedRows<Row>) -> Void
  ) -> any Cancellable {
    let view = LiveView(query, database, size: database.windowSize, at: .start)
    let known = KnownRows<Row>()
    return followWhileViewed({ view.begin() }) { node, event in
      switch event {
      case .failed(let error): node.report { .data("\(error)", address: $0.address) }
      case .changed(let state): if let rows = known.take(state) { report(node, rows) }
      }
    }
  }
}

/// What has happened to the rows that a node watches.
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
