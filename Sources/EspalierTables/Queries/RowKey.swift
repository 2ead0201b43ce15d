/// The place of a row in the order of a query: the values of its sort columns, and then its id, so that no two rows have
/// the same key.
package struct RowKey: Hashable, Sendable {
  /// At least one value. The last is the id.
  package let values: [SQLValue]

  /// A key with the values of the columns that order a query.
  package init(_ values: [SQLValue]) { self.values = values }

  /// The id of the row.
  package var id: SQLValue { values.last ?? .null }
}

/// The order of a query: a direction and a collation for each value of a key.
package struct KeyOrder: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    let isDescending: Bool
    let collation: Collation
  }

  package let columns: [Column]

  /// Whether the first key comes before the second (-1), after it (1), or neither (0).
  func compare(_ one: RowKey, _ other: RowKey) -> Int {
    for (index, column) in columns.enumerated() {
      let result = one.values[index].compare(to: other.values[index], column.collation)
      if result != 0 { return column.isDescending ? -result : result }
    }
    return 0
  }
}
