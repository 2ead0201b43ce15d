extension Tree {
  /// A container and all above it are about to be shown, if they are not yet.
  func tellAboutToShow(_ container: ContainerModel) {
    for container in container.path.reversed() where !container.life.contains(.shown) {
      flushing.lost.append(container)
      container.tellShown()
    }
  }

  /// Calls the hooks of nodes that have lost their place in the list, what is below them first; then of those that left
  /// and came back before viewers saw anything of it.
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
      // Most have been told, as they were shown; below a container some may not.
      if entry.node.life.contains(.shown), !(entry.node is ContainerModel) { continue }
      if container.keeps(entry) { tellShown(entry.node) }
    }
  }
}
