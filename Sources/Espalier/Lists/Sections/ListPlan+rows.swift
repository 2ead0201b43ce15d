extension ListPlan {
  /// Compares a container with rows of one type. A row that is where it was costs one comparison, and nothing is made
  /// for it.
  mutating func compare<C: Content & Identifiable>(_ container: ContainerModel, with rows: [C]) {
    let old = container.childNodes
    container.order?.isPaused = true
    var same = 0
    while same < rows.count, same < old.count, let cell = old[same] as? CellModel<C>, cell.content.id == rows[same].id {
      cell.content = rows[same]
      same += 1
    }
    if same == rows.count, same == old.count, container.order == nil {
      var list = List(container: container)
      list.isUnchanged = true
      add(list)
      return
    }
    let cells = Cells<C>(old)
    let places = RowMatching.places(
      of: rows.count, in: old.count, from: same, isSame: { cells.isCell(at: $0, of: rows[$1]) },
      hashOfOld: { cells.hash(at: $0) }, hashOfNew: { rows[$0].id.hashValue })
    let number = add(container, places)
    for index in same..<rows.count {
      if places[index] < 0 {
        wanted.append(Wanted(list: number, index: index, element: IdentifiedRow(content: rows[index]), maker: nil))
      } else {
        cells[Int(places[index])]?.content = rows[index]
      }
    }
  }

  /// The nodes of a list, seen as cells of one type. It stores no optionals of that type and casts each node once: Swift
  /// looks up a type that depends on another type while the program runs, which takes longer than to compare two ids.
  private struct Cells<C: Content & Identifiable> {
    private let nodes: [Node]
    private var areCells: [Bool] = []

    init(_ nodes: [Node]) {
      self.nodes = nodes
      areCells.reserveCapacity(nodes.count)
      for node in nodes { areCells.append(node is CellModel<C>) }
    }

    subscript(index: Int) -> CellModel<C>? {
      // Safe: the type was checked.
      areCells[index] ? unsafe unsafeDowncast(nodes[index], to: CellModel<C>.self) : nil
    }

    func isCell(at index: Int, of row: C) -> Bool {
      guard let cell = self[index] else { return false }
      return cell.content.id == row.id
    }

    func hash(at index: Int) -> Int {
      guard let cell = self[index] else { return 0 }
      return cell.content.id.hashValue
    }
  }
}
