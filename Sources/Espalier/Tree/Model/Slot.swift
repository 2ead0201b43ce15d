/// The position of a node in its container.
package enum Slot: Sendable, Hashable {
  /// Among the children, in the list.
  case row
  /// Above the list.
  case header
  /// Below the list.
  case footer
}

/// Where the row is to which a decoration belongs.
enum DecoratedRow {
  /// The next node that is a row.
  case next
  /// The last node before it that is a row.
  case previous
}
