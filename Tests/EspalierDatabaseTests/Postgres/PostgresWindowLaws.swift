import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierPostgres
@testable import EspalierTables

/// Windows over a table that three programs change at the same time.
@Suite struct PostgresWindowLaws {
  private static let names = ["a", "B", "c", "D", "é", "e\u{301}", "ß", "z", "ab", "Ab", "", " a"]

  /// A random change: an insert, an edit, a new sort key, a new id, a delete, or a flip of the filter.
  private static func change(_ random: inout SeededRandom) -> SQL {
    let id = Int.random(in: 1...150, using: &random)
    let name = Bool.random(using: &random) ? names.randomElement(using: &random) : nil
    let bed = Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil
    return switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      "INSERT INTO plant VALUES (\(id), \(name), \(bed), true) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
    case 4: "UPDATE plant SET note = note || 'x' WHERE id = \(id)"
    case 5: "UPDATE plant SET name = \(name) WHERE id BETWEEN \(id) AND \(id + 2)"
    case 6: "UPDATE plant SET bed = \(bed) WHERE id = \(id)"
    case 7: "DELETE FROM plant WHERE id = \(id)"
    case 8: "UPDATE plant SET id = id + 200 WHERE id = \(id) AND NOT EXISTS (SELECT FROM plant WHERE id = \(id + 200))"
    default: "UPDATE plant SET is_shown = NOT is_shown WHERE id BETWEEN \(id) AND \(id + 2)"
    }
  }

  private static func queries(_ random: inout SeededRandom) -> [Query<Herb>] {
    let columns = ["id", "name", "bed"]
    return (0..<4).map { number in
      let sort = columns.shuffled(using: &random).prefix(2).map {
        Bool.random(using: &random) ? SortColumn.ascending($0) : .descending($0)
      }
      let sql: SQL =
        switch number {
        case 0: "SELECT id, name, bed, note FROM plant WHERE is_shown"
        case 1: "SELECT * FROM plant AS p WHERE p.bed = \(Int.random(in: 0...3, using: &random)) -- a bed"
        case 2: "SELECT id, name, bed, note FROM public.plant WHERE is_shown"
        default:
          "SELECT p.id, p.name, p.bed, p.note FROM plant p LEFT JOIN plant q ON q.id = p.id + 1 WHERE q.id IS NULL;"
        }
      return number < 2 && Bool.random(using: &random)
        ? Query(sql, sortedBy: sort[0], section: "name") : Query(sql, sortedBy: sort[0], sort[1])
    }
  }

  private static func place(_ random: inout SeededRandom, _ query: Query<Herb>) -> WindowPlace {
    let (before, after) = (Int.random(in: 0...5, using: &random), Int.random(in: 1...7, using: &random))
    func value(_ column: String) -> SQLValue {
      column == "name"
        ? names.randomElement(using: &random).map(SQLValue.text) ?? nil
        : .integer(Int64(Int.random(in: 0...(column == "bed" ? 3 : 150), using: &random)))
    }
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: WindowPlace(.start, after: after)
    case 1: WindowPlace(.end, before: before + 1)
    default:
      WindowPlace(.key(RowKey(query.text.order.map { value($0.column) })), before: before, after: after)
    }
  }

  /// What a random transaction does after its changes.
  private enum End { case commit, rollBack, wait }

  private static func end(_ random: inout SeededRandom) -> End {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .rollBack
    case 1: .wait
    default: .commit
    }
  }

  private struct RollBack: Error {}

  /// Writes as a node does.
  private static func write(_ seed: Int, _ number: Int, to database: Database) async throws {
    var random = SeededRandom(state: UInt64(seed))
    for _ in 0..<number {
      let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in change(&random) }
      let end = end(&random)
      do {
        try await database.write { data in
          for change in changes { try data.run(change) }
          if end == .rollBack { throw RollBack() }
        }
      } catch is RollBack {} catch let error as DatabaseError where error.code == .constraint {}
    }
  }

  /// Writes as psql does. A tenth of the transactions stays open for a while.
  private static func write(_ seed: Int, _ number: Int, to space: PostgresSpace) async throws {
    var random = SeededRandom(state: UInt64(seed))
    let connection = space.connection()
    for _ in 0..<number {
      let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in change(&random) }
      let end = end(&random)
      do {
        try connection.runScript("BEGIN")
        for change in changes {
          let text = change.text { "$\($0)" }
          let statement = try connection.describe(text)
          _ = try connection.execute(text, try connection.texts(change, statement, in: "psql"))
        }
        if end == .wait { try await Task.sleep(for: .milliseconds(30)) }
        try connection.runScript(end == .rollBack ? "ROLLBACK" : "COMMIT")
      } catch let error as PostgresError where ["23505", "40P01"].contains(error.state) {
        connection.rollBack()
      }
    }
  }

  @Test(arguments: seeds(10))
  func `after each look every window is what one snapshot shows, whoever writes`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed) &+ 77)
    let space = try PostgresSpace(Herb.script, language: [nil, "de-DE"][seed % 2])
    let limits = DatabaseLimits {
      $0.lookEvery = .milliseconds(10)
      $0.sampleEvery = 7
      $0.countShare = 1
    }
    let database = Database { readers, metrics in
      CheckedEngine(
        PostgresTables(
          space.url, following: ["plant"], limits: limits, log: Log(threshold: .silent), readers, metrics))
    }
    let other = space.database(following: ["plant"])
    let queries = Self.queries(&random)
    var viewers: [Viewer<Herb>] = []
    for _ in 0..<20 {
      let query = queries.randomElement(using: &random) ?? queries[0]
      viewers.append(Viewer(database, query, Self.place(&random, query)))
    }
    let transactions = rounds(250)
    let hasEnded = Lock(false)
    let writing = Task {
      defer { hasEnded.withLock { $0 = true } }
      try await withThrowingTaskGroup { group in
        group.addTask { try await Self.write(seed, transactions, to: database) }
        group.addTask { try await Self.write(seed &+ 1000, transactions, to: other) }
        group.addTask { try await Self.write(seed &+ 2000, transactions, to: space) }
        try await group.waitForAll()
      }
    }
    var (faults, compared, looks) = ([String](), 0, 0)
    while looks < 3000, faults.isEmpty {
      let isLast = hasEnded.withLock { $0 }
      let checked = await database.checked()
      (faults, compared, looks) = (faults + checked.faults, compared + checked.compared, looks + 1)
      // All windows are read when nobody writes any more.
      if isLast, checked.compared == checked.windows { break }
      try await Task.sleep(for: .milliseconds(2))
    }
    try await writing.value
    #expect(faults.isEmpty, "\(faults.first ?? "")")
    #expect(looks < 3000 && compared > viewers.count)
    // The queries of one table were followed row by row.
    #expect(database.metrics[.key] > 0)
  }
}

extension Database {
  fileprivate func checked() async -> (faults: [String], compared: Int, windows: Int) {
    await withCheckedContinuation { done in
      readers.run(.quick) { queries in
        let (faults, compared) = queries.checkedUpdate()
        done.resume(returning: (faults, compared, queries.openQueries.reduce(0) { $0 + $1.windows.count }))
      }
    }
  }
}
