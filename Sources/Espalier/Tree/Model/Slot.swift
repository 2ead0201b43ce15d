/// The position of a node in its container.
package enum Slot: Sendable, Hashable {
  /// Among the children, in the list.
  case row
  /// Above the list.
  case header
  /// Below the list.
  case footer
}
