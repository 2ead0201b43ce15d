extension Tree {
  /// Moves rows that went from one listed container to another, before anything is removed, so that they keep their
  /// elements. Each row arrives before the row that will follow it. Later moves correct any order that is still wrong.
  ///
  /// Outer containers come first. Then every container on the way is in its final place, and no node moves below
  /// itself. If viewers still see another node with the key that the row will have, two elements would share one
  /// address. In that case the row is not relocated but removed and inserted. So is a row that needs another element:
  /// it goes from a list to a table, or to a table with other columns.
  func relocate(_ containers: [ContainerModel], into changes: inout ChangeSet) {
    guard containers.count > 1 else { return }
    var lists = ListsInMotion()
    for container in containers where container.isShown {
      let list = lists[container]
      list.begin()
      for node in container.childNodes.reversed() where !node.isHidden && container.showsRows {
        guard let old = node.shownIn else { continue }
        if old === container {
          if container.keeps(container.shown[node.shownIndex]) { list.anchor(node) }
          continue
        }
        guard old.isListed(below: root), old.shown[node.shownIndex].slot == .row else { continue }
        if list.hasKey(node.key) || !container.exchangesRows(with: old) { continue }
        let from = lists.place(in: old, at: lists[old].position(of: node))
        let key = old.shown[node.shownIndex].key
        noteFollowed(node, in: container)
        lists[old].remove(node)
        list.insert(node)
        var to = lists.place(in: container, at: list.position(of: node))
        to.before = list.before
        list.anchorArrival(node)
        if let cell = node.asCell { container.note(cell.placement.role) }
        // The operation carries the node's current rows.
        lists.settle(node)
        changes.operations.append(
          .relocate(
            key: key, from: from, newKey: node.key, to: to, snapshot(node, key: node.key),
            by: node.animations(among: container.animations).move))
      }
    }
    lists.settle()
  }
}

extension ContainerModel {
  /// Whether both show their rows in the same kind of element, now and after this flush.
  fileprivate final func exchangesRows(with other: ContainerModel) -> Bool {
    if isTableRow || other.isTableRow || shownElement == .row || other.shownElement == .row { return false }
    let columns = shownTable?.columns
    return shownLayout.table?.columns == columns && other.shownTable?.columns == columns
      && other.shownLayout.table?.columns == columns
  }
}
