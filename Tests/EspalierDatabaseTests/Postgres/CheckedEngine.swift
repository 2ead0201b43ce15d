import EspalierLocks

@testable import EspalierPostgres
@testable import EspalierTables

/// A row of the table `plant`.
struct Herb: Codable, Sendable, Equatable {
  var id: Int
  var name: String?
  var bed: Int?
  var note: String

  static let script = """
    CREATE TABLE plant (
      id int PRIMARY KEY, name text, bed int, is_shown boolean NOT NULL, note text NOT NULL DEFAULT '');
    CREATE INDEX ON plant (name, id);
    """
}

/// PostgreSQL, with readers that also read all rows at the end of each look, in the transaction that has read the windows.
final class CheckedEngine: TableEngine {
  let base: PostgresTables

  init(_ base: PostgresTables) { self.base = base }

  var name: String { base.name }
  var limits: DatabaseLimits { base.limits }
  func reader(_ pace: ReadPace?) -> any TableReader {
    pace == nil ? base.reader(pace) : CheckedReader(base.reader(pace))
  }
  func prepare() async throws { try await base.prepare() }
  func admit(_ window: @escaping @Sendable () -> Void) { base.admit(window) }
  func close() { base.close() }
  func write<Result: Sendable>(
    _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result { try await base.write(work) }
  func write<Result: Sendable>(
    once event: String, _ work: @escaping @Sendable (DatabaseWriter) throws -> Result
  ) async throws -> Result? { try await base.write(once: event, work) }
}

/// Knows after each look what all queries return.
final class CheckedReader: TableReader {
  private let base: any TableReader
  private var plans: [QueryText: QueryPlan] = [:]
  private(set) var all: [QueryText: [Herb]] = [:]

  init(_ base: any TableReader) { self.base = base }

  var lookEvery: Duration? { base.lookEvery }
  var hasLostState: Bool { base.hasLostState }
  func begin() throws -> Look { try base.begin() }
  var generation: Int { base.generation }
  func isCurrent(_ plan: QueryPlan) -> Bool { base.isCurrent(plan) }
  func show(_ shown: ShownQueries) { base.show(shown) }
  func allow(_ time: Duration?, while isWanted: (@Sendable () -> Bool)?) { base.allow(time, while: isWanted) }
  func each(_ sql: SQL, _ row: (any ColumnReader) throws -> Bool) throws { try base.each(sql, row) }

  func plan(_ query: QueryText) throws -> QueryPlan {
    let plan = try base.plan(query)
    plans[query] = plan
    return plan
  }

  func end() {
    all = [:]
    for (query, plan) in plans where !base.hasLostState {
      var rows: [Herb] = []
      for read in plan.reads(.rows, from: nil, including: true) {
        try? base.each(read(.max)) { row in
          rows.append(try Herb(from: row.decoder))
          return true
        }
      }
      if !base.hasLostState { all[query] = rows }
    }
    base.end()
  }
}

extension LiveQueries {
  /// Updates, and compares each window that is up to date with all rows. Returns what is wrong, and how many were compared.
  func checkedUpdate() -> (faults: [String], compared: Int) {
    update()
    guard let reader = reader as? CheckedReader else { return (["the reader is not checked"], 0) }
    var (faults, compared) = ([String](), 0)
    for query in openQueries {
      guard let all = reader.all[query.text], query.plan != nil else { continue }
      let samples = query.areSamplesOld ? nil : query.samples
      if let samples, samples.count != all.count {
        faults.append("\(query.text.sql.text): counts \(samples.count), but has \(all.count)")
      }
      for window in query.windows.values where !window.isDirty && window.error == nil {
        compared += 1
        let shown = window.state.rows.compactMap { $0.value as? Herb }
        let ids = all.map(\.id)
        let start = shown.first.flatMap { ids.firstIndex(of: $0.id) } ?? (window.state.isAtEnd ? all.count : 0)
        let place = "\(query.text.sql.text) \(query.text.order) \(window.place)"
        if Array(all[start...].prefix(shown.count)) != shown { faults.append("\(place): shows \(shown), not \(all)") }
        let (isFirst, isLast) = (start == 0, start + shown.count == all.count)
        if window.state.isAtStart && !isFirst || window.state.isAtEnd && !isLast { faults.append("\(place): ends") }
        let most = window.place.before + window.place.after
        if shown.count < most, !window.state.isAtStart, !window.state.isAtEnd { faults.append("\(place): is short") }
        if let samples, window.located == samples.version, window.state.position != start {
          faults.append("\(place): is at \(String(describing: window.state.position)), not at \(start)")
        }
      }
    }
    return (faults, compared)
  }
}
