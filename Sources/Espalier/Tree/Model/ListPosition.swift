/// Where nodes go among the children of a container.
///
/// ```swift
/// list.add(row)                      // at the end
/// list.add(row, at: .first)
/// list.add(rows, at: .after(anchor))
/// ```
///
/// In a container that is ordered by weight, the position decides only among equal weights.
public enum ListPosition {
  /// Before all others.
  case first
  /// After all others.
  case last
  /// Before a child. Refused if the node is not a child.
  case before(Node)
  /// After a child. Refused if the node is not a child.
  case after(Node)
  /// From this index on, from 0 to the number of children. Refused if there is no such place.
  case index(Int)
}
