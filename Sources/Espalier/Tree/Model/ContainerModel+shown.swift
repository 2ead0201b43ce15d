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

  /// Whether viewers currently see this container, although it may be about to leave.
  final func isListed(below root: ContainerModel) -> Bool {
    self === root || (shownIn?.isListed(below: root) ?? false)
  }

  /// Updates the indices of the listed nodes after a change.
  final func renumber(from start: Int) {
    for index in shown.indices.dropFirst(start) { shown[index].node.shownIndex = index }
  }
}
