extension Tree {
  /// Brings rows that went from one listed container to another to their new one, before anything is removed, so that
  /// they keep their elements. Each arrives before the row that it is to precede; what order is still wrong is mended
  /// with the other moves.
  ///
  /// Outer containers come first: then every container on the way is where it finally belongs, and no node can be
  /// asked to go below itself. Where viewers still see another node under the key that the arrival will have, two
  /// elements would answer to one address; then it comes and goes as if it were two nodes.
  func relocate(_ containers: [ContainerModel], into changes: inout ChangeSet) {
    guard containers.count > 1 else { return }
    var lists = ListsInMotion()
    for container in containers where container.isShown {
      let list = lists[container]
      list.begin()
      for node in container.children.reversed() where !node.isHidden {
        guard let old = node.shownIn else { continue }
        if old === container {
          if container.keeps(container.shown[node.shownIndex]) { list.anchor(node) }
          continue
        }
        guard old.isListed(below: root), old.shown[node.shownIndex].slot == .row else { continue }
        if list.hasKey(node.key) { continue }
        let from = lists.place(in: old, at: lists[old].position(of: node))
        let key = old.shown[node.shownIndex].key
        lists[old].remove(node)
        list.insert(node)
        var to = lists.place(in: container, at: list.position(of: node))
        to.before = list.before
        list.anchorArrival(node)
        if (node as? any RenderedNode)?.placement.role == .pinned { container.notePinned() }
        // The operation tells what is in it at this moment.
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
