extension Tree {
  /// Reports what is wrong with a container's table, once for each layout.
  func checkTable(of container: ContainerModel) {
    guard let table = container.layout.table else { return }
    func fail(_ reason: String) { report(.table(reason, address: container.address)) }
    if container.isTableRow {
      return fail("is a row of another table, so it cannot be a table; put it into a cell of a row that is a container")
    }
    if table.columns.isEmpty { fail("has no columns; declare at least one Table.Column") }
    var seen: Set<String> = []
    for column in table.columns where !seen.insert(column.id).inserted {
      fail("has two columns with the id \"\(column.id)\"; give each column its own id")
    }
    guard let order = table.order, let refusal = TableHead(table).refusal(of: order) else { return }
    fail("has an order by \"\(order.column)\", which \(refusal.reason)")
  }

  /// Reports a row of a table whose children are not one cell for each column.
  func checkCells(of row: ContainerModel, in table: Table) {
    let (found, wanted) = (row.wanted.map(\.key), table.columns.map { NodeKey.encode($0.id) })
    let (name, address) = (row.key, row.parent?.address ?? "")
    if row.headerNode != nil || row.footerNode != nil {
      report(
        .table("does not show the header or the footer of its row \"\(name)\"; a row has only cells", address: address))
    }
    if found == wanted { return }
    report(
      .table(
        """
        has the columns \(wanted.joined(separator: ", ")), but its row "\(name)" has the cells \
        \(found.isEmpty ? "none" : found.joined(separator: ", ")); a row that is a container needs one child for each \
        column, in order, with the column's id as its key (a section of rows is not possible: make a table for each)
        """, address: address))
  }
}
