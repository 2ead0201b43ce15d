/// What the containers around a cell determine about its element.
struct CellFrame {
  var element = NodeSnapshot.Element.item
  /// See `Node.column`.
  var column: Table.Column?
  /// See `Node.tableOfRow`.
  var table: Table?
  /// See `Node.rowPlugins`.
  var plugins: [Plugin] = []
}

extension Node {
  /// What the containers around this cell determine about its element. Most cells are in no table.
  final var frame: CellFrame {
    guard let parent else { return CellFrame() }
    guard parent.hasTable || parent.isTableRow else {
      switch slot {
      case .row: return CellFrame(plugins: parent.plugins)
      case .header: return CellFrame(element: .header, plugins: parent.parent?.plugins ?? [])
      case .footer: return CellFrame(element: .footer)
      }
    }
    return CellFrame(element: element, column: column, table: tableOfRow, plugins: rowPlugins)
  }
}
