import Testing

@testable import Espalier

/// Arrays of rows that announce each change.
@Suite struct ArraySourceTests {
  private func rows(_ ids: String...) -> [Row] { ids.map { Row(id: $0) } }

  @Test func `rows are counted, replaced, and removed only if they are there (ARR-01)`() throws {
    let source = ArraySource<Row>()
    #expect(source.rows.isEmpty)
    source.append(Row(id: "a"))
    #expect(source.rows.count == 1)
    source.append(Row(id: "a"))
    #expect(source.rows.count == 2)
    let heard = Heard(source)
    source.remove(id: "b")
    source.update(Row(id: "b"))
    #expect(heard.take().isEmpty)
    try source.replace(0, with: Row(id: "c"))
    #expect(source.rows.map(\.id) == ["c", "a"])
  }

  @Test func `an index that does not exist is an error with the index and the count, and changes nothing (ARR-01)`() {
    let source = ArraySource(rows("a", "b"))
    let heard = Heard(source)
    let error = SourceError.element(5, count: 2)
    #expect("\(error)" == "there is no element 5: there are 2, from 0 to 1")
    #expect(throws: error) { try source.remove(at: 5) }
    #expect(throws: error) { try source.insert(Row(id: "c"), at: 5) }
    #expect(throws: error) { try source.replace(5, with: Row(id: "c")) }
    #expect(throws: error) { try source.move(from: 0, to: 5) }
    #expect(throws: SourceError.row(RowPath(row: 2), count: 2)) { try source.row(at: RowPath(row: 2)) }
    #expect(throws: SourceError.section(1, count: 1)) { try source.rowCount(in: 1) }
    #expect(heard.take().isEmpty && source.rows == rows("a", "b"))
  }

  @Test func `each change is announced as what it is (ARR-02, ARR-03, ARR-04)`() throws {
    let source = ArraySource(rows("a", "b"))
    let heard = Heard(source)
    try source.insert(Row(id: "c"), at: 1)
    #expect(heard.take() == ["inserted row 0-1"])
    try source.replace(0, with: Row(id: "a", text: "new"))
    #expect(heard.take() == ["updated row 0-0"])
    try source.replace(0, with: Row(id: "a", text: "new"))
    #expect(heard.take().isEmpty)
    try source.replace(0, with: Row(id: "d"))
    #expect(heard.take() == ["removed row 0-0", "inserted row 0-0"])
    source.update(Row(id: "c", text: "!"))
    #expect(heard.take() == ["updated row 0-1"])
    try source.move(from: 0, to: 2)
    #expect(heard.take() == ["moved row 0-0 to 0-2"])
    source.remove(id: "d")
    try source.remove(at: 0)
    #expect(heard.take() == ["removed row 0-2", "", "removed row 0-0"])
    source.rows = rows("x", "b", "y")
    #expect(heard.take() == ["inserted row 0-0", "inserted row 0-2"])
    source.rows = rows("x", "b", "y")
    #expect(heard.take().isEmpty)
    source.rows.reverse()
    #expect(heard.take() == ["moved row 0-2 to 0-0", "moved row 0-2 to 0-1"])
    #expect(source.sectionCount == 1 && !source.hasSections)
  }

  @Test func `changes that belong together are one announcement, also if one part fails`() throws {
    struct Stop: Error {}
    let source = ArraySource(rows("a"))
    let heard = Heard(source)
    #expect(throws: Stop.self) {
      try source.together {
        source.append(Row(id: "b"))
        source.together { source.remove(id: "a") }
        throw Stop()
      }
    }
    #expect(heard.take() == ["inserted row 0-1", "removed row 0-0"])
    source.together {}
    #expect(heard.changes.isEmpty)
  }
}
