extension Tree {
  /// Returns the whole page in one piece, for printing or for clients that want the complete list. Leaves out nodes
  /// whose `isExported` is false, and the tools of plugins. Folded containers are unfolded.
  ///
  /// It calls `willExport` before and `didExport` after, so that folded nodes can unfold. Viewers see nothing of that,
  /// as long as `didExport` undoes what `willExport` did. Cost: visits each node once, and renders only cells that have
  /// changed.
  package func export() -> NodeSnapshot {
    var told: [Node] = []
    isUnfolded = true
    defer { isUnfolded = false }
    prepareExport(of: root, &told)
    defer { for node in told.reversed() { node.didExport() } }
    return exported(root, key: "")
  }

  /// Calls outer nodes first, so that nodes that they unfold are called too.
  private func prepareExport(of node: Node, _ told: inout [Node]) {
    node.willExport()
    told.append(node)
    loadArrivals()
    load(node)
    node.updateForExport()
    for inner in (node as? ContainerModel)?.exportedNodes ?? [] { prepareExport(of: inner, &told) }
  }

  private func exported(_ node: Node, key: String) -> NodeSnapshot {
    if let cell = node.asCell?.exported(in: self) {
      return NodeSnapshot(key: key, type: cell.type, slot: node.slot, element: cell.element, cell: cell)
    }
    let container = node as? ContainerModel
    let layout = container?.resolvedLayout
    return NodeSnapshot(
      key: key, type: renderer.name(of: node.namedType), slot: node.slot, element: node.element,
      layout: layout?.classes ?? "", table: layout?.table.map(TableSnapshot.init),
      children: container?.exportedNodes.map { exported($0, key: $0.key) } ?? [])
  }
}

extension ContainerModel {
  fileprivate final var exportedNodes: [Node] { wanted.filter(\.isExported) }
}
