/// The ways in which people may edit a row.
struct RowEdits: Equatable {
  var canDelete = false
  var canInsert = false
  var canMove = false

  /// Inserting comes before deleting: a row has one of the two tools.
  init(of row: Node) {
    let traits = row.traits
    (canInsert, canMove) = (traits.canInsert ?? false, traits.canMove ?? false)
    canDelete = traits.canDelete ?? false && !canInsert
  }

  /// Whether people may do anything with the row.
  var areAny: Bool { canDelete || canInsert || canMove }

  /// What people may do with the row: "it can be moved".
  var description: String {
    let verbs = [canDelete ? "deleted" : nil, canMove ? "moved" : nil].compactMap(\.self)
    if canInsert { return verbs.isEmpty ? "one can insert at it" : "one can insert at it, and it can be moved" }
    return verbs.isEmpty ? "it cannot be edited" : "it can be \(verbs.joined(separator: " and "))"
  }
}
