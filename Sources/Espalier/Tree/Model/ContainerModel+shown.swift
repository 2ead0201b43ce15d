extension ContainerModel {
  /// A node as viewers know it. The node's own key may have changed since.
  struct Shown {
    let node: Node
    let key: String
    let slot: Slot

    init(_ node: Node) {
      self.node = node
      key = node.key
      slot = node.slot
    }

    init(_ node: Node, insteadOf old: Shown) {
      self.node = node
      key = old.key
      slot = old.slot
    }
  }

  /// Whether a listed node can stay: it is still visible here, under the same key and in the same slot.
  final func keeps(_ entry: Shown) -> Bool {
    entry.node.parent === self && entry.node.shownIn === self && !entry.node.isHidden && entry.node.key == entry.key
      && entry.node.slot == entry.slot && (entry.slot != .row || showsRows)
  }

  /// The nodes that viewers should see: header, rows, footer. A row of a table has only cells.
  final var wanted: [Node] {
    let all = isTableRow ? children : showsRows ? nodes : [headerNode, footerNode].compactMap(\.self)
    return all.filter { !$0.isHidden }
  }

  /// Whether viewers see the rows, because the container is not folded or this is an export.
  final var showsRows: Bool { !isFolded || tree?.isUnfolded == true }

  /// Whether viewers currently see this container, although it may be about to leave.
  final func isListed(below root: ContainerModel) -> Bool {
    self === root || (shownIn?.isListed(below: root) ?? false)
  }

  /// Updates the indices of the listed nodes after a change.
  final func renumber(from start: Int) {
    for index in shown.indices.dropFirst(start) { shown[index].node.shownIndex = index }
  }
}
