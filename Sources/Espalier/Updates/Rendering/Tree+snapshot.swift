extension Tree {
  /// What viewers see, as a value. Cost: one small struct per node.
  package func snapshot() -> NodeSnapshot { snapshot(root, key: "") }

  /// A node with all below it, as viewers see it at this moment, under a key, and in a slot that it may have left since.
  func snapshot(_ node: Node, key: String, slot: Slot? = nil) -> NodeSnapshot {
    let slot = slot ?? node.slot
    if let cell = (node as? any RenderedNode)?.snapshot {
      return NodeSnapshot(key: key, type: cell.type, slot: slot, cell: cell)
    }
    let container = node as? ContainerModel
    return NodeSnapshot(
      key: key, type: renderer.name(of: node.namedType), slot: slot, layout: container?.shownClasses ?? "",
      children: container?.shown.map { snapshot($0.node, key: $0.key, slot: $0.slot) } ?? [])
  }
}
