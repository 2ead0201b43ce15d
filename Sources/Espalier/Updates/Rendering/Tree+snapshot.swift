extension Tree {
  /// Returns what viewers see, as a value. Cost: one small struct per node.
  package func snapshot() -> NodeSnapshot { snapshot(root, key: "") }

  /// Returns a node and all nodes below it as viewers see them at this moment. `key` and `slot` are those that viewers
  /// see; the node may have others by now.
  func snapshot(_ node: Node, key: String, slot: Slot? = nil) -> NodeSnapshot {
    let slot = slot ?? node.slot
    if let cell = node.asCell?.snapshot {
      return NodeSnapshot(key: key, type: cell.type, slot: slot, element: cell.element, cell: cell)
    }
    let container = node as? ContainerModel
    return NodeSnapshot(
      key: key, type: renderer.name(of: node.namedType), slot: slot, element: container?.shownElement ?? .item,
      layout: container?.shownClasses ?? "", table: container?.shownLayout.table.map(TableSnapshot.init),
      children: container?.shown.map { snapshot($0.node, key: $0.key, slot: $0.slot) } ?? [])
  }
}
