/// A row that people may delete while the list is being edited, and nothing else. See ``Editing``.
public protocol DeletableRow: EditableRow {}

extension DeletableRow {
  /// True.
  public var canDelete: Bool { true }
}
