import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierSQLite
@testable import EspalierTables

/// The law of live windows: after each commit, each window equals a fresh query.
@Suite struct LiveLaws {
  private static func file(_ database: Database) -> DatabaseFile {
    DatabaseFile(path: database.name, schema: nil, limits: DatabaseLimits(), followsRows: true)
  }

  struct Person: Codable, Sendable, Equatable {
    var id: Int
    var last: String?
    var born: Int?
    var note: String
  }

  private static let schema = """
    CREATE TABLE person (
      id INTEGER PRIMARY KEY, last TEXT COLLATE NOCASE, born INTEGER, active INTEGER NOT NULL, note TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX by_name ON person (last, born DESC, id DESC) WHERE active = 1;
    """
  private static let names = ["a", "B", "c", "D", "é", "e\u{301}", "z", "ab", "Ab", ""]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A random change: an insert, an edit, a new sort key, a new id, a delete, or a flip of the filter.
  private static func change(_ random: inout SeededRandom) -> SQL {
    let id = Int.random(in: 1...150, using: &random)
    let last = Bool.random(using: &random) ? names.randomElement(using: &random) : nil
    let born = Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil
    return switch Int.random(in: 0..<9, using: &random) {
    case 0...2: "INSERT INTO person (last, born, active) VALUES (\(last), \(born), 1)"
    case 3: "UPDATE person SET note = note || 'x' WHERE id = \(id)"
    case 4: "UPDATE person SET last = \(last) WHERE id = \(id)"
    case 5: "UPDATE person SET born = \(born) WHERE id = \(id)"
    case 6: "DELETE FROM person WHERE id = \(id)"
    case 7: "UPDATE OR REPLACE person SET id = id + 7 WHERE id = \(id)"
    default: "UPDATE person SET active = 1 - active WHERE id BETWEEN \(id) AND \(id + 2)"
    }
  }

  /// The order of a query, in which the names may be second.
  private struct Order {
    let keys: KeyOrder
    let isNameSecond: Bool

    /// The key of a row with these values.
    func key(_ last: SQLValue, _ born: SQLValue, _ id: Int) -> RowKey {
      let values = isNameSecond ? [born, last] : [last, born]
      return RowKey(Array(values.prefix(keys.columns.count - 1)) + [.integer(Int64(id))])
    }

    func key(_ person: Person) -> RowKey {
      key(person.last.map(SQLValue.text) ?? nil, person.born.map { .integer(Int64($0)) } ?? nil, person.id)
    }
  }

  private func place(_ random: inout SeededRandom, _ order: Order) -> WindowPlace {
    let (before, after) = (Int.random(in: 0...6, using: &random), Int.random(in: 0...6, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return WindowPlace(.start, after: after)
    case 1: return WindowPlace(.end, before: before)
    default:
      let values: [SQLValue] = [
        Self.names.randomElement(using: &random).map(SQLValue.text) ?? nil,
        .integer(Int64.random(in: 0...3, using: &random)),
      ].map { Int.random(in: 0..<4, using: &random) == 0 ? nil : $0 }
      let key = order.key(values[0], values[1], Int.random(in: 1...150, using: &random))
      return WindowPlace(.key(key), before: before, after: after)
    }
  }

  /// All rows in order, by a statement that the library has not made.
  private func all(_ connection: Connection, _ orderBy: String) throws -> [Person] {
    var rows: [Person] = []
    try connection.each("SELECT id, last, born, note FROM person WHERE active = 1 ORDER BY \(orderBy)") { row in
      rows.append(try Person(from: row.decoder))
      return true
    }
    return rows
  }

  private func expected(_ place: WindowPlace, _ all: [Person], _ order: Order) -> (rows: [Person], position: Int) {
    let anchor =
      switch place.anchor {
      case .start: 0
      case .end: all.count
      case .key(let key): all.firstIndex { order.keys.compare(order.key($0), key) >= 0 } ?? all.count
      }
    let range = max(0, anchor - place.before)..<min(all.count, anchor + place.after)
    return (Array(all[range]), range.lowerBound)
  }

  private func check(_ viewers: [(Viewer<Person>, WindowPlace)], _ all: [Person], _ order: Order) async throws {
    for (viewer, place) in viewers {
      let (rows, position) = expected(place, all, order)
      func holds() -> Bool {
        let state = viewer.now.state
        return viewer.rows == rows && state.count == all.count && (state.position == position || rows.isEmpty)
      }
      do { try await until { holds() } } catch {
        Issue.record(
          "\(place): \(viewer.rows) at \(viewer.now.state.position ?? -1) of \(viewer.now.state.count ?? -1), not \(rows) at \(position) of \(all.count)"
        )
        throw error
      }
      #expect(viewer.now.error == nil)
    }
  }

  private static let orders: [(sort: [SortColumn], sql: String)] = [
    ([.ascending("last")], "last, id"), ([.descending("last")], "last DESC, id DESC"),
    ([.ascending("last"), .descending("born")], "last, born DESC, id DESC"), ([], "id"),
    ([.descending("born"), .ascending("last")], "born DESC, last, id"),
  ]

  @Test(arguments: seeds(50))
  func `windows equal fresh queries after each commit, by this process and by another`(seed: Int) async throws {
    var random = SeededRandom(state: UInt64(seed))
    let path = folder.path + "/law.sqlite"
    let database = Database(
      path, schema: Self.schema,
      limits: DatabaseLimits {
        $0.sampleEvery = 8
        $0.mostRowsFollowed = 20
        $0.lookEvery = .milliseconds(10)
        $0.countShare = 1
      })
    let start = random
    try await database.write { data in
      var random = start
      for _ in 0..<150 { try data.run(Self.change(&random)) }
    }
    random.state &+= 1
    let other = try Connection(path: path)
    let (sort, orderBy) = Self.orders[seed % Self.orders.count]
    let text: SQL = "SELECT id, last, born, note FROM person WHERE active = \(1)"
    let query =
      switch sort.count {
      case 0: Query<Person>(text)
      case 1: Query<Person>(text, sortedBy: sort[0])
      default: Query<Person>(text, sortedBy: sort[0], sort[1])
      }
    let plan = try QueryPlan(query.text, other, Self.file(database), schema: "0")
    #expect(plan.followedTable == "person")
    let order = Order(keys: plan.order, isNameSecond: sort.last == .ascending("last") && sort.count == 2)
    var viewers: [(Viewer<Person>, WindowPlace)] = []
    for round in 0..<25 {
      if viewers.count < 8 {
        let place = place(&random, order)
        viewers.append((Viewer(database, query, place), place))
      } else if Int.random(in: 0..<4, using: &random) == 0 {
        viewers.removeFirst()
      } else if Int.random(in: 0..<3, using: &random) == 0 {
        viewers[0].1 = place(&random, order)
        viewers[0].0.window.move(to: viewers[0].1)
      }
      let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.change(&random) }
      if round % 5 == 4 {
        try other.execute("BEGIN IMMEDIATE")
        for change in changes { try other.each(change.text, change.values) { _ in true } }
        try other.execute("COMMIT")
      } else {
        try await database.write { data in for change in changes { try data.run(change) } }
      }
      try await check(viewers, try all(other, orderBy), order)
    }
  }
}
