/// A row that says itself whether people may move it. See ``Reordering``.
///
/// ```swift
/// struct Chore: DraggableRow, Identifiable {
///   let id: String
///   var isFixed = false
///   var html: HTML { "\(id)" }
///   var canDrag: Bool { !isFixed }
/// }
/// ```
public protocol DraggableRow: Content {
  /// Whether people may move the row. True unless declared.
  var canDrag: Bool { get }
}

extension DraggableRow {
  /// True.
  public var canDrag: Bool { true }
}
