extension Node {
  /// The content of this row as a type, such as a protocol that says what the row can do with your plugin.
  ///
  /// ```swift
  /// row.content(as: (any StarredRow).self)?.stars
  /// ```
  ///
  /// If the row is a container, it is the content of its header. In a table, it is that of its first cell with such a
  /// content. Otherwise it is the value for which a closure has made the node. Nil if nothing of the row has the type.
  public final func content<Value>(as type: Value.Type) -> Value? {
    for cell in cellsOfRow { if let content = cell.asCell?.anyContent as? Value { return content } }
    return rowValue as? Value
  }

  /// What people can do with this row: the traits of its content, or of its header's if the row is a container. In a
  /// table, each trait is that of the first cell that has it. If a closure has made the node for a value with markup, the value's
  /// traits count where these say nothing.
  public final var traits: RowTraits {
    let cells = asCell.map { $0.anyContent.traits } ?? traitsOfCells
    guard let row = rowValue as? any Content else { return cells }
    return cells.adding(row.traits)
  }

  private var traitsOfCells: RowTraits {
    cellsOfRow.reduce(RowTraits()) { traits, cell in
      cell.asCell.map { traits.adding($0.anyContent.traits) } ?? traits
    }
  }

  /// The value for which a closure has made the node.
  private var rowValue: Any? {
    for feature in features { if let value = feature.rowValue { return value } }
    return nil
  }

  /// The cells whose contents are those of this row.
  private var cellsOfRow: [Node] {
    guard let container = self as? ContainerModel else { return [self] }
    return container.isTableRow ? container.childNodes : [container.headerNode].compactMap(\.self)
  }
}
