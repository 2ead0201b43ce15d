extension Tree {
  /// Calls the hooks of a container and of all containers above it that will be shown and were not shown before.
  func tellAboutToShow(_ container: ContainerModel) {
    if let above = container.parent { tellAboutToShow(above) }
    if container.life.contains(.shown) { return }
    flushing.lost.append(container)
    container.tellShown()
  }

  /// Calls the hooks of nodes that lost their place in the list, inner nodes first. Then calls those of nodes that were
  /// removed and added again before this flush.
  func tellPlaces() {
    let (lost, back) = (flushing.lost, flushing.back)
    (flushing.lost, flushing.back) = ([], [])
    for node in lost.reversed() where !node.isShown { node.tellHidden() }
    for node in back where node.isShown { tellShown(node) }
  }

  private func tellShown(_ node: Node) {
    node.tellShown()
    guard let container = node as? ContainerModel else { return }
    for entry in container.shown {
      // The hooks of most nodes ran when they were shown. Those of nodes below a container may not have run.
      if entry.node.life.contains(.shown), !(entry.node is ContainerModel) { continue }
      if container.keeps(entry) { tellShown(entry.node) }
    }
  }
}
