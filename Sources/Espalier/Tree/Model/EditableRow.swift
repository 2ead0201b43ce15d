/// A row that knows whether its list is being edited, for example to take it along in a link. See ``Editing``.
///
/// ```swift
/// struct Contact: EditableRow, Identifiable {
///   let id: Int
///   var isEditing = false
///   var html: HTML { "<a href=\"\(PersonURL(id: id, editing: isEditing))\">Contact \(id)</a>" }
///   var traits: RowTraits { RowTraits(canDelete: true) }
/// }
/// ```
///
/// What people may do with the row is up to its ``RowTraits``.
public protocol EditableRow: Content {
  /// Whether the list is being edited now. The list sets it.
  var isEditing: Bool { get set }
}

extension Content {
  /// The row after it was told whether the list is being edited.
  func told(isEditing: Bool) -> Self {
    guard var row = self as? any EditableRow, row.isEditing != isEditing else { return self }
    row.isEditing = isEditing
    return row as? Self ?? self
  }
}
