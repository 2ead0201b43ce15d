import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierSQLite
@testable import EspalierTables

/// Counts and positions from samples, and the rows that a transaction has changed.
@Suite struct SamplesTests {
  private let order = KeyOrder(columns: [KeyOrder.Column(isDescending: false, collation: .binary)])

  private func key(_ number: Int) -> RowKey { RowKey([.integer(Int64(number))]) }

  /// Pitfall 2: the first range has no lower end.
  @Test func `a row before the first one is in the first range`() {
    var samples = Samples(order: order, every: 2, seen: SeenChanges(before: 1))
    for number in 10..<15 { samples.append { key(number) } }
    #expect(samples.ranges.map(\.count) == [2, 2, 1] && samples.ranges.map(\.start) == [nil, key(12), key(14)])
    #expect(samples.range(of: key(-5)) == 0 && samples.range(of: key(99)) == 2)
    let isTrue = samples.change(key(-5), by: 1)
    #expect(isTrue && samples.count == 6 && samples.count(before: 1) == 3)
  }

  @Test(arguments: seeds(500))
  func `samples count as the list does`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    var list = (0..<Int.random(in: 0...60, using: &random)).map { $0 * 3 }
    var samples = Samples(order: order, every: Int.random(in: 2...9, using: &random), seen: SeenChanges(before: 1))
    for number in list { samples.append { key(number) } }
    for _ in 0..<200 {
      if Bool.random(using: &random), let gone = list.randomElement(using: &random) {
        list.removeAll { $0 == gone }
        let isTrue = samples.change(key(gone), by: -1)
        #expect(isTrue)
      } else {
        let new = Int.random(in: -20...200, using: &random)
        if list.contains(new) { continue }
        list = (list + [new]).sorted()
        let isTrue = samples.change(key(new), by: 1)
        #expect(isTrue)
      }
      for range in samples.large.reversed() {
        let offset = samples.ranges[range].count / 2
        let first = samples.count(before: range)
        samples.divide(range, at: key(list[first + offset]), offset: offset)
      }
      #expect(samples.count == list.count && samples.large.isEmpty)
      for (index, range) in samples.ranges.enumerated() {
        let before = samples.count(before: index)
        #expect(list[before..<(before + range.count)].allSatisfy { samples.range(of: key($0)) == index })
      }
    }
  }

  /// Sections of ten numbers each, whose rows come and go.
  @Test(arguments: seeds(300))
  func `sections begin and count as those of the list`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    let isDescending = Bool.random(using: &random)
    let order = KeyOrder(
      columns: (0..<2).map { _ in KeyOrder.Column(isDescending: isDescending, collation: .binary) })
    func key(_ number: Int) -> RowKey { RowKey([.integer(Int64(number / 10)), .integer(Int64(number))]) }
    func sorted(_ list: Set<Int>) -> [Int] { isDescending ? list.sorted(by: >) : list.sorted() }
    var list = Set((0..<Int.random(in: 0...30, using: &random)).map { _ in Int.random(in: 0..<80, using: &random) })
    var samples = Samples(order: order, every: 5, seen: SeenChanges(before: 1), hasSections: true)
    for number in sorted(list) { samples.append(section: key(number).values[0]) { key(number) } }
    for _ in 0..<100 {
      let number = Int.random(in: 0..<80, using: &random)
      let isThere = list.contains(number)
      if isThere { list.remove(number) } else { list.insert(number) }
      let isTrue = samples.change(key(number), by: isThere ? -1 : 1)
      #expect(isTrue)
      let rows = sorted(list)
      for section in samples.sections?.stale ?? [] {
        guard let value = samples.sections?.all[section].value else { continue }
        let first = rows.first { key($0).values[0] == value }
        if let first { samples.sections?.setStart(key(first), of: section) }
      }
      let starts = rows.filter { row in rows.first { $0 / 10 == row / 10 } == row }
      #expect(samples.sections?.all.map(\.start) == starts.map(key))
      #expect(samples.sections?.all.map(\.count) == starts.map { start in rows.count { $0 / 10 == start / 10 } })
      #expect(samples.sections?.count == starts.count)
    }
  }

  @Test func `an index of too many sections is none`() {
    let order = KeyOrder(
      columns: (0..<2).map { _ in KeyOrder.Column(isDescending: false, collation: .binary) })
    var sections = SectionStarts(order: order)
    for number in 0...SectionStarts.most {
      let value = SQLValue.integer(Int64(number))
      sections.append(value) { RowKey([value, value]) }
    }
    #expect(sections.all.isEmpty && sections.count > SectionStarts.most)
    let isTrue = sections.change(RowKey([.integer(5), .integer(5)]), by: -1)
    #expect(isTrue)
  }

  @Test func `numbers that cannot be true are reported`() {
    var samples = Samples(order: order, every: 2, seen: SeenChanges(before: 1))
    let isTrue = samples.change(key(1), by: -1)
    #expect(!isTrue)
  }

  /// Pitfall 1: SQLite tells a row again each time it changes in a transaction.
  @Test func `a row that changes twice in a transaction counts once`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.path + "/rows.sqlite")
    try connection.execute(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, x UNIQUE); INSERT INTO a VALUES (1, 'p'), (2, 'q'), (3, 'r')")
    #expect(connection.followRows(upTo: 3))
    let changed = try #require(connection.changedRows)
    try connection.execute(
      "UPDATE a SET x = 's' WHERE id = 1; UPDATE a SET x = 't' WHERE id = 1; UPDATE a SET id = 9 WHERE id = 1")
    #expect(changed.rows == ["a": [1, 9]])
    changed.removeAll()
    // The update hook does not tell the row that REPLACE removes, nor rows of a DELETE without WHERE.
    try connection.execute("REPLACE INTO a VALUES (10, 'q')")
    #expect(changed.rows == ["a": [2, 10]])
    changed.removeAll()
    try connection.execute("DELETE FROM a")
    #expect(changed.rows == ["a": [3, 9, 10]] && changed.overfull.isEmpty)
    try connection.execute("INSERT INTO a VALUES (20, 1)")
    #expect(changed.overfull == ["a"] && changed.tables == ["a"])
  }
}
