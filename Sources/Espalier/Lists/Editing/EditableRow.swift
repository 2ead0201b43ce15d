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

/// The row at the end of a list that is being edited. Pressing it sends ``Editing/insert``.
public struct InsertRow: EditableRow, Identifiable {
  /// The row's id in its list.
  public let id: String
  /// The text of the row. It is also the label of its button.
  public let title: String
  /// True.
  public var canInsert: Bool { true }
  /// The title.
  public var html: HTML { "\(title)" }

  /// A row with a title, such as "Add a plant". Give each such row of one list an id of its own.
  public init(_ title: String = "Insert", id: String = "insert") { (self.id, self.title) = (id, title) }
}

/// The ways in which people may edit a row.
struct RowEdits: Equatable {
  var canDelete = false
  var canInsert = false
  var canMove = false

  /// Inserting comes before deleting: a row has one of the two tools.
  init(of row: Node) {
    guard let content = row.editableContent else { return }
    (canInsert, canMove) = (content.canInsert, content.canMove)
    canDelete = content.canDelete && !canInsert
  }
}

extension Node {
  /// The content of this row that says how people may edit it: its own, that of its header, or that of a cell of a row of
  /// a table.
  final var editableContent: (any EditableRow)? {
    guard let container = self as? ContainerModel else { return asCell?.anyContent as? any EditableRow }
    let cells = container.isTableRow ? container.children : [container.headerNode].compactMap(\.self)
    for cell in cells { if let content = cell.asCell?.anyContent as? any EditableRow { return content } }
    return nil
  }
}
