extension ContainerModel.Children {
  /// Deletes a row where it comes from: in the source of the rows, or in the container if it has no source, with its
  /// decorations.
  ///
  /// Returns false if the source does not delete the row; then nothing has changed. See ``Source/carryOut(_:)``.
  public func carryOut(deletionOf row: Node) -> Bool {
    guard let (source, path) = row.placeInSource else {
      let decorations = Decorations(of: row)
      container.remove(row)
      if row.parent === container { return false }
      for node in decorations.before + decorations.after { container.remove(node) }
      return true
    }
    return source.carryOut(.delete(path))
  }

  /// Moves a row of this container to an index in this or another container, which counts without the row. The source of
  /// the rows moves it, or the containers do if they have no source. Then its decorations go with it, and it never comes
  /// between another row and the decorations of that one.
  ///
  /// Returns false if the row cannot move there, or if the target is ordered by weight and the place is against its
  /// order; then nothing has changed. See ``Source/carryOut(_:)``.
  public func carryOut(moveOf row: Node, to index: Int, in target: ContainerModel) -> Bool {
    if let from = row.placeInSource {
      guard let to = target.placeInSource(of: index), to.source === from.source else { return false }
      return from.source.carryOut(.move(from: from.path, to: to.path))
    }
    let decorations = Decorations(of: row)
    let index = decorations.place(of: row, near: index, in: target)
    guard target.order?.allows(row, at: index, in: target) != false else { return false }
    if target === container { move(row, to: index) } else { target.add(row, at: .index(index)) }
    guard row.parent === target else { return false }
    decorations.follow(row)
    return true
  }
}

extension Node {
  /// Tells the contents of this row whether the list is being edited: its own, that of its header, or those of the cells
  /// of a row of a table.
  final func tellContents(isEditing: Bool) {
    var cells: [Node] = [self]
    if let container = self as? ContainerModel {
      cells = container.isTableRow ? container.childNodes : [container.headerNode].compactMap(\.self)
    }
    for cell in cells { cell.asCell?.changeContent { $0 = $0.told(isEditing: isEditing) } }
  }
}
