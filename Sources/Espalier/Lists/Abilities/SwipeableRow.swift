/// A row that says itself which actions it has. See ``RowActions``.
public protocol SwipeableRow: Content {
  /// The ids of the actions that the row has; nil if it has all that its list offers. Nil unless declared.
  var actionIDs: [String]? { get }
}

extension SwipeableRow {
  /// Nil: all actions.
  public var actionIDs: [String]? { nil }
}
