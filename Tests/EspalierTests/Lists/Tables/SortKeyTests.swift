import Testing

@testable import Espalier

@Suite struct SortKeyTests {
  private let pears = [("b", 2), ("a", 1), ("c", 2)].map { Pear(id: $0.0, crates: $0.1) }
  private let keys = ["name": SortKey(\Pear.id), "crates": SortKey(\Pear.crates)]

  @Test(arguments: [
    (Table.Order("name"), "abc"), (Table.Order("name", isDescending: true), "cba"), (Table.Order("crates"), "abc"),
    (Table.Order("crates", isDescending: true), "bca"), (Table.Order("other"), "bac"),
  ])
  func `rows are sorted by a column, and equal ones keep their order`(order: Table.Order, expected: String) {
    #expect(pears.sorted(by: order, keys).map(\.id).joined() == expected)
  }

  @Test func `without an order nothing changes`() {
    #expect(pears.sorted(by: nil, keys).map(\.id) == ["b", "a", "c"])
  }

  @Test func `an order without a direction is ascending`() throws {
    #expect(try JSON.object(JSONObject([("column", "name")])).decode(Table.Order.self) == Table.Order("name"))
  }
}
