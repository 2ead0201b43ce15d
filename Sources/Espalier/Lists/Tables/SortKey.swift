/// What a column of a table is sorted by.
///
/// ```swift
/// let rows = plants.sorted(by: order, ["name": SortKey(\.name), "stock": SortKey(\.stock)])
/// ```
public struct SortKey<Row>: Sendable {
  let isBefore: @Sendable (Row, Row) -> Bool

  /// Sorts by a value of each row: a property, or the result of a function. Not a number comes after all numbers.
  public init<Value: Comparable & SendableMetatype>(_ value: @escaping @Sendable (Row) -> Value) {
    isBefore = { one, other in
      let (one, other) = (value(one), value(other))
      // NaN is not equal to itself (IEEE 754), and `<` gives it no place.
      if one != one || other != other { return one == one }
      return one < other
    }
  }
}

extension Sequence {
  /// The elements in an order of a table. `keys` has the sort key of each sortable column, by the column's id. Elements
  /// with equal values keep their order. Without an order, or for a column without a key, nothing changes.
  public func sorted(by order: Table.Order?, _ keys: [String: SortKey<Element>]) -> [Element] {
    guard let order, let isBefore = keys[order.column]?.isBefore else { return Array(self) }
    return enumerated().sorted { one, other in
      let (first, second) = order.isDescending ? (other, one) : (one, other)
      if isBefore(first.element, second.element) { return true }
      if isBefore(second.element, first.element) { return false }
      return one.offset < other.offset
    }.map(\.element)
  }
}
