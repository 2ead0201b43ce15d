extension ContainerModel {
  /// Whether the layout shows the children as a table.
  final var hasTable: Bool { ownLayout.table != nil }

  /// The table that the rows are shown in; nil if they are not in a table.
  final var shownTable: Table? { hasTable && !isTableRow ? ownLayout.table : nil }

  /// Whether the container is a row of a table, so that its children are cells.
  final var isTableRow: Bool { tableAround != nil }

  /// The table that this container is a row of.
  final var tableAround: Table? {
    guard slot == .row, let parent, parent.hasTable else { return nil }
    return parent.shownTable
  }
}

extension Node {
  /// The row that this node belongs to: itself, or the container whose header or last cell it is; nil for a footer and for a
  /// decoration.
  package final var row: Node? {
    switch slot {
    case .row: decoratedRow == nil ? rowOfLastCell ?? self : nil
    case .header: parent
    case .footer: nil
    }
  }

  /// The element that shows the node.
  final var element: NodeSnapshot.Element {
    guard let parent else { return .item }
    if let column { return .cell(column: column.title) }
    if parent.isTableRow { return .cell(column: "") }
    let isInTable = parent.shownTable != nil
    switch slot {
    case .row: return isInTable ? .row : .item
    case .header: return isInTable ? .head : .header
    case .footer: return isInTable ? .foot : .footer
    }
  }

  /// The column whose cell the node is, in a row that is a container.
  final var column: Table.Column? {
    guard slot == .row, let table = parent?.tableAround else { return nil }
    return table.columns.first { NodeKey.encode($0.id) == key }
  }

  /// The table in which this cell is a whole row; nil if it is not.
  final var tableOfRow: Table? { column == nil ? parent?.shownTable : nil }

  /// The row of a table whose last cell this node is.
  final var rowOfLastCell: ContainerModel? {
    guard let column, column.id == parent?.tableAround?.columns.last?.id else { return nil }
    return parent
  }
}
