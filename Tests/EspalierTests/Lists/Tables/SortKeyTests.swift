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

  @Test func `not a number comes after all numbers, and rows without a number keep their order`() {
    let rows = [(1, 2), (2, Double.nan), (3, 1), (4, .infinity), (5, .nan), (6, -.infinity)].map {
      (id: $0.0, weight: $0.1)
    }
    let keys = ["weight": SortKey<(id: Int, weight: Double)> { $0.weight }]
    #expect(rows.sorted(by: Table.Order("weight"), keys).map(\.id) == [6, 3, 1, 4, 2, 5])
    #expect(rows.sorted(by: Table.Order("weight", isDescending: true), keys).map(\.id) == [2, 5, 4, 1, 3, 6])
  }

  @Test func `without an order nothing changes`() {
    #expect(pears.sorted(by: nil, keys).map(\.id) == ["b", "a", "c"])
  }

  @Test func `an order without a direction is ascending`() throws {
    #expect(try JSON.object(JSONObject([("column", "name")])).decode(Table.Order.self) == Table.Order("name"))
  }
}
