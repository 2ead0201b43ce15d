/// A row that people may delete, move, or insert at while the list is being edited. See ``Editing``.
///
/// ```swift
/// struct Plant: EditableRow, Identifiable {
///   let id: String
///   var html: HTML { "\(id)" }
///   var canDelete: Bool { true }
///   var canMove: Bool { true }
/// }
/// ```
public protocol EditableRow: Content {
  /// Whether people may delete the row. It counts only if they may not insert at the row. False unless declared.
  var canDelete: Bool { get }
  /// Whether people may insert something at the row. False unless declared.
  var canInsert: Bool { get }
  /// Whether people may move the row. False unless declared.
  var canMove: Bool { get }
}

extension EditableRow {
  /// False.
  public var canDelete: Bool { false }
  /// False.
  public var canInsert: Bool { false }
  /// False.
  public var canMove: Bool { false }
}
