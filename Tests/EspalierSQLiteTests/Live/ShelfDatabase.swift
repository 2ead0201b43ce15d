import EspalierLocks
import EspalierSQLite

/// A database that is not SQLite: a table of things in memory. It knows only what the library tells everybody, as a
/// database of a user's own does.
final class ShelfDatabase: LiveDatabase {
  private struct State: Sendable {
    var rows: [SQLRow] = []
    var events: Set<String> = []
    var windows: [Int: @Sendable ([SQLRow], WindowPlace?) -> Void] = [:]
    var opened = 0
    /// Why nothing can be read; nil if everything can.
    var problem: DatabaseError?
  }

  static let columns = ["id", "title", "subtitle"]
  private let state = Lock(State())

  /// How many windows are open.
  var openWindows: Int { state.withLock { $0.windows.count } }

  /// Lets all reads fail, or work again.
  func fail(with problem: DatabaseError?) {
    state.withLock { $0.problem = problem }
    tell()
  }

  func window<Row>(of query: Query<Row>, at place: WindowPlace) -> LiveWindow<Row> {
    let (events, continuation) = AsyncStream.makeStream(of: WindowEvent.self, bufferingPolicy: .bufferingNewest(1))
    let place = Lock(place)
    let show: @Sendable ([SQLRow], WindowPlace?) -> Void = { [weak self] rows, new in
      guard let self else { return }
      if let new { place.withLock { $0 = new } }
      do {
        if let problem = state.withLock({ $0.problem }) { throw problem }
        let window = try Self.read(query, rows, at: place.withLock { $0 })
        continuation.yield(.changed(window))
      } catch {
        if let error = error as? DatabaseError { continuation.yield(.failed(error)) }
      }
    }
    let number = state.withLock { state in
      state.opened += 1
      state.windows[state.opened] = show
      return state.opened
    }
    show(state.withLock { $0.rows }, nil)
    return LiveWindow(
      events: events, move: { [weak self] place in if let self { show(state.withLock { $0.rows }, place) } },
      close: { [weak self] in
        _ = self?.state.withLock { $0.windows.removeValue(forKey: number) }
        continuation.finish()
      })
  }

  func write<Result: Sendable>(
    once event: String?, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result? {
    let result: Result? = try state.withLock { state in
      if let event, state.events.contains(event) { return nil }
      // The rows are those of the transaction until it ends.
      let transaction = Transaction(rows: state.rows)
      let result = try work(DatabaseWriter(run: transaction.run, read: transaction.read))
      state.rows = transaction.rows
      if let event { state.events.insert(event) }
      return result
    }
    tell()
    return result
  }

  private func tell() {
    let (windows, rows) = state.withLock { (Array($0.windows.values), $0.rows) }
    for show in windows { show(rows, nil) }
  }

  /// Sorts and cuts, as a real database would with ORDER BY, a comparison of keys, and LIMIT.
  private static func read<Row>(_ query: Query<Row>, _ rows: [SQLRow], at place: WindowPlace) throws -> WindowState {
    func isBefore(_ one: [SQLValue], _ other: [SQLValue]) -> Bool {
      for (index, column) in query.order.enumerated() where one[index] != other[index] {
        return less(one[index], other[index]) != column.isDescending
      }
      return false
    }
    func key(_ row: SQLRow) -> [SQLValue] { query.order.map { row[$0.column] ?? .null } }
    let sorted = rows.sorted { isBefore(key($0), key($1)) }
    let anchor =
      switch place.anchor {
      case .start: 0
      case .end: sorted.count
      case .key(let wanted): sorted.firstIndex { !isBefore(key($0), wanted.values) } ?? sorted.count
      }
    let range = max(0, anchor - place.before)..<min(sorted.count, anchor + place.after)
    var window = WindowState()
    window.rows = try sorted[range].map { try WindowRow($0, of: query, in: "the shelf") }
    window.anchor = anchor - range.lowerBound
    (window.isAtStart, window.isAtEnd) = (range.lowerBound == 0, range.upperBound == sorted.count)
    (window.position, window.count) = (range.lowerBound, sorted.count)
    return window
  }

  private static func less(_ one: SQLValue, _ other: SQLValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): one < other
    default: false
    }
  }

  /// The statements that the tests write.
  private final class Transaction {
    var rows: [SQLRow]

    init(rows: [SQLRow]) { self.rows = rows }

    func run(_ sql: SQL) throws -> Int {
      func isMeant(_ row: SQLRow) -> Bool { row["id"] == sql.values.last }
      let count = rows.count
      switch sql.text {
      case "INSERT INTO thing (title, subtitle) VALUES (?, ?)":
        let ids = rows.compactMap { row -> Int64? in
          if case .integer(let id)? = row["id"] { id } else { nil }
        }
        rows.append(SQLRow(columns: columns, values: [.integer((ids.max() ?? 0) + 1)] + sql.values))
        return 1
      case "DELETE FROM thing WHERE id = ?":
        rows.removeAll(where: isMeant)
        return count - rows.count
      case "UPDATE thing SET subtitle = ? WHERE id = ?":
        for index in rows.indices where isMeant(rows[index]) {
          rows[index] = SQLRow(columns: columns, values: [rows[index].values[0], rows[index].values[1], sql.values[0]])
        }
        return rows.filter(isMeant).count
      default:
        throw DatabaseError(
          .statement, file: "the shelf", statement: sql.text, "it knows three statements", remedy: "write one of these")
      }
    }

    func read(_ sql: SQL) throws -> [SQLRow] { rows }
  }
}
