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
  /// Whether the list is being edited now. The list sets it. Store it if the row's markup depends on it, for example to
  /// take it along in a link: `PersonURL(id: id, editing: isEditing)`. False unless stored.
  var isEditing: Bool { get set }
}

extension EditableRow {
  /// False.
  public var canDelete: Bool { false }
  /// False.
  public var canInsert: Bool { false }
  /// False.
  public var canMove: Bool { false }
  /// False, whatever the list sets.
  public var isEditing: Bool {
    get { false }
    set {}
  }
}

extension Content {
  /// The row after it was told whether the list is being edited.
  func told(isEditing: Bool) -> Self {
    guard var row = self as? any EditableRow, row.isEditing != isEditing else { return self }
    row.isEditing = isEditing
    return row as? Self ?? self
  }
}
