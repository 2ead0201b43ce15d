/// The states of a node's life for which its hooks were called.
struct Life: OptionSet {
  let rawValue: UInt8

  /// It is in a container.
  static let attached = Life(rawValue: 1)
  /// It is part of a page.
  static let attachedToRoot = Life(rawValue: 2)
  /// It has a place in the list that viewers see.
  static let shown = Life(rawValue: 4)
  /// It was loaded. It stays so.
  static let loaded = Life(rawValue: 8)
}
