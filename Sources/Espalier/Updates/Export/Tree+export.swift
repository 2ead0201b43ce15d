extension Tree {
  /// All that the page holds, in one piece: for print, and for whoever wants the list whole. Nodes that are not
  /// `isExported` are left out, and so are the tools of plugins.
  ///
  /// Before and after, `willExport` and `didExport` are called, so that what is folded can be unfolded. Viewers see nothing
  /// of that, as long as `didExport` takes back what `willExport` did. Cost: one look at each node; only cells that have
  /// changed are rendered.
  package func export() -> NodeSnapshot {
    var told: [Node] = []
    prepareExport(of: root, &told)
    defer { for node in told.reversed() { node.didExport() } }
    return exported(root, key: "")
  }

  /// Outer nodes first: what they unfold is told too.
  private func prepareExport(of node: Node, _ told: inout [Node]) {
    node.willExport()
    told.append(node)
    loadArrivals()
    load(node)
    node.updateForExport()
    for inner in (node as? ContainerModel)?.exportedNodes ?? [] { prepareExport(of: inner, &told) }
  }

  private func exported(_ node: Node, key: String) -> NodeSnapshot {
    if let cell = (node as? any RenderedNode)?.exported(in: self) {
      return NodeSnapshot(key: key, type: cell.type, slot: node.slot, cell: cell)
    }
    let container = node as? ContainerModel
    return NodeSnapshot(
      key: key, type: renderer.name(of: node.namedType), slot: node.slot,
      layout: container?.resolvedLayout.classes ?? "",
      children: container?.exportedNodes.map { exported($0, key: $0.key) } ?? [])
  }
}

extension ContainerModel {
  fileprivate final var exportedNodes: [Node] { nodes.filter { !$0.isHidden && $0.isExported } }
}
