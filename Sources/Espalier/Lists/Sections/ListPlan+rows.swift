extension ListPlan {
  /// Compares a container with rows of one type. A row that is where it was costs one comparison, and nothing is made
  /// for it.
  mutating func compare<C: Content & Identifiable>(_ container: ContainerModel, with rows: [C]) {
    let old = container.children
    container.isBeingSet = container.ordersByWeight
    var same = 0
    while same < rows.count, same < old.count, let cell = old[same] as? CellModel<C>, cell.content.id == rows[same].id {
      cell.content = rows[same]
      same += 1
    }
    if same == rows.count, same == old.count, !container.ordersByWeight {
      var list = List(container: container)
      list.isUnchanged = true
      return lists.append(list)
    }
    let cells = old.map { $0 as? CellModel<C> }
    let places = RowMatching.places(
      of: rows.count, in: old.count, from: same, isSame: { cells[$0]?.content.id == rows[$1].id },
      hashOfOld: { cells[$0]?.content.id.hashValue ?? 0 }, hashOfNew: { rows[$0].id.hashValue })
    let number = add(container, places)
    for index in same..<rows.count {
      if places[index] < 0 {
        wanted.append(Wanted(list: number, index: index, element: IdentifiedRow(content: rows[index])))
      } else {
        cells[Int(places[index])]?.content = rows[index]
      }
    }
  }
}
