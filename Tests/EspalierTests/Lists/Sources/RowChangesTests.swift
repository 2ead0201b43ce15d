import EspalierTestSupport
import Testing

@testable import Espalier

/// What happened to the rows of a source, as a value. A change always names a place, so the case of a missing place
/// (CHG-04) does not compile.
@Suite struct RowChangesTests {
  private func at(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test func `new changes are empty, and equal only if their records are (CHG-01)`() {
    var changes = RowChanges()
    #expect(changes.all.isEmpty && changes.isEmpty)
    #expect(changes == RowChanges() && changes.hashValue == RowChanges().hashValue)
    changes.append(.insertSection(0))
    #expect(changes != RowChanges())
  }

  @Test func `a copy shares nothing with its original, not even when it is offset (CHG-02, H-D6)`() throws {
    var original = RowChanges([.insertRow(at(0, 1))])
    var copy = original
    copy.append(.removeRow(at(0, 0)))
    #expect(original.all == [.insertRow(at(0, 1))])
    original.append(.updateSection(3))
    #expect(copy.all == [.insertRow(at(0, 1)), .removeRow(at(0, 0))])
    let moved = try original.offset(sections: 5, rows: 7)
    #expect(moved.all == [.insertRow(at(5, 8)), .updateSection(8)])
    #expect(original.all == [.insertRow(at(0, 1)), .updateSection(3)])
  }

  @Test func `changes keep the order in which they are recorded (CHG-03)`() {
    for make in [RowChange.insertSection, RowChange.removeSection, RowChange.updateSection] {
      #expect(RowChanges([make(0), make(1)]).all == [make(0), make(1)])
    }
    for make in [RowChange.insertRow, RowChange.removeRow, RowChange.updateRow] {
      #expect(RowChanges([make(at(0, 0)), make(at(1, 2))]).all == [make(at(0, 0)), make(at(1, 2))])
    }
  }

  @Test func `a move to the same place is an update (CHG-05, H-D15)`() {
    let changes = RowChanges([.insertSection(0), .moveRow(from: at(0, 0), to: at(0, 0)), .moveSection(from: 1, to: 1)])
    #expect(changes.all == [.insertSection(0), .updateRow(at(0, 0)), .updateSection(1)])
  }

  @Test func `changes of sections are offset by sections alone, and none below zero (CHG-07)`() throws {
    #expect(try RowChange.updateSection(1).offset(sections: 3, rows: 1) == .updateSection(4))
    #expect(try RowChange.insertSection(10).offset(sections: -3, rows: 2) == .insertSection(7))
    #expect(throws: SourceError.section(-1, count: nil)) { try RowChange.removeSection(1).offset(sections: -2) }
  }

  @Test func `changes of rows are offset at both ends, and none below zero (CHG-08)`() throws {
    let move = RowChange.moveRow(from: at(1, 2), to: at(3, 4))
    #expect(try move.offset(sections: 2, rows: 4) == .moveRow(from: at(3, 6), to: at(5, 8)))
    #expect(try RowChange.insertRow(at(1, 2)).offset(sections: 0, rows: 3) == .insertRow(at(1, 5)))
    #expect(try RowChange.removeRow(at(1, 2)).offset(sections: -1, rows: -1) == .removeRow(at(0, 1)))
    #expect(throws: SourceError.self) { try RowChange.updateRow(at(1, 2)).offset(sections: -2, rows: -1) }
    #expect(throws: SourceError.self) { try move.offset(sections: -1, rows: -6) }
    #expect(throws: SourceError.self) { try RowChanges([.insertSection(4), move]).offset(sections: -1, rows: -6) }
  }

  @Test func `changes differ by kind, section, row and target (CHG-09)`() {
    let all: [RowChange] = [
      .insertRow(at(1, 2)), .removeRow(at(1, 2)), .insertRow(at(2, 2)), .insertRow(at(1, 3)),
      .moveRow(from: at(1, 2), to: at(3, 4)), .moveRow(from: at(1, 2), to: at(3, 5)), .insertSection(1),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func `a person can read what happened (CHG-10)`() {
    #expect(RowChange.updateSection(0).description == "updated section 0")
    #expect(RowChange.insertSection(1).description == "inserted section 1")
    #expect(RowChange.removeSection(2).description == "removed section 2")
    #expect(RowChange.moveSection(from: 2, to: 1).description == "moved section 2 to 1")
    #expect(RowChange.updateRow(at(1, 2)).description == "updated row 1-2")
    #expect(RowChange.insertRow(at(1, 2)).description == "inserted row 1-2")
    #expect(RowChange.removeRow(at(1, 2)).description == "removed row 1-2")
    #expect(RowChange.moveRow(from: at(1, 2), to: at(3, 4)).description == "moved row 1-2 to 3-4")
    let changes = RowChanges([.insertSection(1), .updateRow(at(1, 2))])
    #expect(changes.description == "2 changes\ninserted section 1\nupdated row 1-2")
    #expect(RowChanges([.insertSection(1)]).description.hasPrefix("1 change\n"))
  }

  @Test func `a section that comes and goes at once is an update (CHG-11)`() {
    #expect(RowChanges([.insertSection(0), .removeSection(0)]).tidied().all == [.updateSection(0)])
    let twice = RowChanges([.insertSection(0), .removeSection(0), .insertSection(1), .removeSection(1)])
    #expect(twice.tidied().all == [.updateSection(0), .updateSection(1)])
    for same in [[.removeSection(0), .insertSection(0)], [RowChange.updateSection(0), .updateRow(at(0, 0))]] {
      #expect(RowChanges(same).tidied().all == same)
    }
  }

  @Test func `tidying never loses a removed section (CHG-12, H-D2)`() {
    let changes = RowChanges([.removeRow(at(0, 0)), .removeSection(0)])
    #expect(changes.tidied() == changes)
  }

  @Test func `without changes, rows stay where they are (CHG-13)`() {
    #expect(RowChanges().place(of: at(0, 0)) == at(0, 0))
  }

  @Test(arguments: [
    ([RowChange.insertSection(0)], [(RowPath(section: 1, row: 0), RowPath?.some(RowPath(section: 2, row: 0)))]),
    ([.insertSection(1)], [(RowPath(section: 0, row: 0), RowPath(section: 0, row: 0))]),
    (
      [.removeSection(0)],
      [(RowPath(section: 1, row: 0), RowPath(section: 0, row: 0)), (RowPath(section: 0, row: 0), nil)]
    ),
    ([.removeSection(1)], [(RowPath(section: 0, row: 0), RowPath(section: 0, row: 0))]),
    ([.insertRow(RowPath(row: 0))], [(RowPath(row: 1), RowPath(row: 2))]),
    ([.insertRow(RowPath(row: 1))], [(RowPath(row: 1), RowPath(row: 2)), (RowPath(row: 0), RowPath(row: 0))]),
    ([.insertRow(RowPath(section: 1, row: 0))], [(RowPath(row: 1), RowPath(row: 1))]),
    ([.updateRow(RowPath(row: 0))], [(RowPath(row: 0), RowPath(row: 0)), (RowPath(row: 1), RowPath(row: 1))]),
    (
      [.moveRow(from: RowPath(row: 0), to: RowPath(section: 2, row: 0))],
      [(RowPath(row: 0), RowPath(section: 2, row: 0)), (RowPath(row: 1), RowPath(row: 0))]
    ),
    (
      [.moveRow(from: RowPath(row: 1), to: RowPath(section: 2, row: 0))], [(RowPath(row: 0), RowPath(row: 0))]
    ),
    (
      [.moveRow(from: RowPath(section: 1, row: 0), to: RowPath(section: 2, row: 0))],
      [(RowPath(row: 1), RowPath(row: 1))]
    ),
    (
      [.removeRow(RowPath(row: 0)), .insertRow(RowPath(row: 2))],
      [(RowPath(row: 1), RowPath(row: 0)), (RowPath(row: 2), RowPath(row: 1)), (RowPath(row: 3), RowPath(row: 3))]
    ),
    (
      [.moveSection(from: 0, to: 2)],
      [
        (RowPath(section: 0, row: 3), RowPath(section: 2, row: 3)),
        (RowPath(section: 2, row: 0), RowPath(section: 1, row: 0)),
        (RowPath(section: 3, row: 0), RowPath(section: 3, row: 0)),
      ]
    ),
  ])
  func `old places map to new ones, one change after the other (CHG-14, CHG-15, CHG-17, CHG-19, CHG-20, CHG-22)`(
    changes: [RowChange], places: [(RowPath, RowPath?)]
  ) {
    for (old, new) in places { #expect(RowChanges(changes).place(of: old) == new, "\(changes), \(old)") }
  }

  /// The origins of rows after changes that are true.
  private func origins(_ changes: [RowChange], from old: [Int]) throws -> RowOrigins {
    var model = Model(sections: old.map { [Int](repeating: 0, count: $0) })
    for change in changes { model.apply(change) }
    return try RowOrigins(of: RowChanges(changes), from: old, to: model.sections.map(\.count))
  }

  /// Where the rows one (0-0), two (0-1), three (1-1) and four (2-1) of three sections with two rows each are read.
  @Test(arguments: [
    ([RowChange](), "one two three four"),
    ([.removeSection(0)], "– three four –"), ([.removeSection(1)], "one two four –"),
    ([.removeSection(2)], "one two three –"), ([.updateRow(RowPath(row: 0))], "– two three four"),
    ([.removeRow(RowPath(row: 0))], "two – three four"), ([.removeRow(RowPath(row: 1))], "one – three four"),
    ([.insertRow(RowPath(row: 0))], "– one three four"), ([.insertRow(RowPath(row: 1))], "one – three four"),
    ([.moveRow(from: RowPath(row: 0), to: RowPath(row: 2))], "two – three four"),
    ([.moveRow(from: RowPath(row: 0), to: RowPath(row: 1))], "two one three four"),
  ])
  func `rows that nothing names stay what they are (CCH-01, CCH-02, CCH-04, CCH-05, CCH-06, CCH-07)`(
    changes: [RowChange], expected: String
  ) throws {
    let origins = try origins(changes, from: [3, 2, 2])
    let names = [RowPath(row: 0): "one", RowPath(row: 1): "two", at(1, 1): "three", at(2, 1): "four"]
    let read = [at(0, 0), at(0, 1), at(1, 1), at(2, 1)].map { place -> String in
      guard place.section < origins.sections.count, let rows = origins.sections[place.section].rows,
        place.row < rows.count
      else { return "–" }
      let origin = rows[place.row]
      return origin.isNew || origin.isUpdated ? "–" : names[at(Int(origin.section), Int(origin.row))] ?? "–"
    }
    #expect(read.joined(separator: " ") == expected)
  }

  @Test func `a section that is read again says nothing about its rows (CCH-01)`() throws {
    let origins = try origins([.updateSection(0)], from: [3, 2])
    #expect(origins.sections.map(\.old) == [0, 1] && origins.sections[0].rows == nil)
    #expect(origins.sections[1].rows?.count == 2)
  }

  @Test func `changes that do not lead to the rows of the source are an error with both numbers`() {
    let changes = RowChanges([.insertRow(RowPath(row: 0))])
    let error = SourceError.count(in: 0, changed: 3, actual: 2)
    #expect("\(error)" == "its changes lead to 3 rows in section 0, but the source has 2")
    #expect(throws: error) { try RowOrigins(of: changes, from: [2], to: [2]) }
    #expect(throws: SourceError.sections(changed: 1, actual: 2)) { try RowOrigins(of: changes, from: [2], to: [3, 0]) }
  }

  @Test func `a move shifts all rows, also around rows that nobody has read (CCH-09, H-D7)`() throws {
    let origins = try origins([.moveRow(from: RowPath(row: 0), to: RowPath(row: 2))], from: [3])
    #expect(origins.sections[0].rows?.map(\.row) == [1, 2, 0])
  }

  @Test(arguments: [
    RowChange.removeRow(RowPath(row: 2)), .updateRow(RowPath(row: -1)), .insertRow(RowPath(row: 3)),
    .moveRow(from: RowPath(row: 0), to: RowPath(row: 2)), .removeRow(RowPath(section: 1, row: 0)), .removeSection(1),
    .insertSection(2), .updateSection(-1), .moveSection(from: 0, to: 1),
  ])
  func `a place that does not exist is an error that tells how many there are (CCH-08)`(change: RowChange) {
    #expect { try RowOrigins(of: RowChanges([change]), from: [2], to: [2]) } throws: {
      "\($0)".contains(", from 0 to ") || "\($0)".contains("none")
    }
  }

  /// A list of sections that carries changes out on itself, row by row.
  private struct Model {
    var sections: [[Int]]
    var next = 100

    mutating func apply(_ change: RowChange) {
      switch change {
      case .insertSection(let index): sections.insert([], at: index)
      case .removeSection(let index): sections.remove(at: index)
      case .moveSection(let from, let to): sections.insert(sections.remove(at: from), at: to)
      case .insertRow(let path):
        sections[path.section].insert(next, at: path.row)
        next += 1
      case .removeRow(let path): sections[path.section].remove(at: path.row)
      case .moveRow(let from, let to):
        sections[to.section].insert(sections[from.section].remove(at: from.row), at: to.row)
      case .updateSection, .updateRow: break
      }
    }

    func someChange(using random: inout SeededRandom) -> RowChange? {
      let section = Int.random(in: 0..<max(sections.count, 1), using: &random)
      let other = Int.random(in: 0..<max(sections.count, 1), using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return .insertSection(Int.random(in: 0...sections.count, using: &random))
      case _ where sections.isEmpty: return nil
      case 1: return .removeSection(section)
      case 2: return .moveSection(from: section, to: other)
      case 3...6:
        return .insertRow(RowPath(section: section, row: Int.random(in: 0...sections[section].count, using: &random)))
      case _ where sections[section].isEmpty: return nil
      case let kind:
        let from = RowPath(section: section, row: Int.random(in: 0..<sections[section].count, using: &random))
        if kind < 9 { return .removeRow(from) }
        let room = sections[other].count - (other == section ? 1 : 0)
        return .moveRow(from: from, to: RowPath(section: other, row: Int.random(in: 0...room, using: &random)))
      }
    }
  }

  @Test(arguments: seeds(1000))
  func `places and origins say the same as carrying the changes out (CCH)`(seed: Int) throws {
    var random = SeededRandom(state: UInt64(seed))
    var next = 0
    let old = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ -> Int in
        next += 1
        return next
      }
    }
    var model = Model(sections: old)
    var changes = RowChanges()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      guard let change = model.someChange(using: &random) else { continue }
      model.apply(change)
      changes.append(change)
    }
    let origins = try RowOrigins(of: changes, from: old.map(\.count), to: model.sections.map(\.count))
    for (section, rows) in old.enumerated() {
      for (row, value) in rows.enumerated() {
        let expected = model.sections.enumerated().compactMap { index, rows in
          rows.firstIndex(of: value).map { at(index, $0) }
        }.first
        #expect(changes.place(of: at(section, row)) == expected)
      }
    }
    for (index, section) in origins.sections.enumerated() {
      guard let rows = section.rows else { continue }
      for (origin, value) in zip(rows, model.sections[index]) {
        // A row that was in a new section for a moment is read as a new one.
        #expect(
          origin.isNew ? value >= 100 || changes.hasNewSection : old[Int(origin.section)][Int(origin.row)] == value)
      }
      #expect(rows.count == model.sections[index].count)
    }
  }
}

extension RowChanges {
  fileprivate var hasNewSection: Bool { all.contains { if case .insertSection = $0 { true } else { false } } }
}
