/// The ways in which people may edit a row.
struct RowEdits: Equatable {
  var canDelete = false
  var canInsert = false
  var canMove = false

  /// Inserting comes before deleting: a row has one of the two tools.
  init(of row: Node) {
    guard let content = row.content(as: (any EditableRow).self) else { return }
    (canInsert, canMove) = (content.canInsert, content.canMove)
    canDelete = content.canDelete && !canInsert
  }
}
