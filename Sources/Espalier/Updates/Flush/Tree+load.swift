extension Tree {
  /// Loads the subtrees that were attached, or came out of hiding, since the last flush.
  func loadArrivals() {
    // Whoever made the tree has given it by now what its nodes may ask for.
    root.tellAttachedToRoot()
    while !arrivals.isEmpty {
      let nodes = arrivals
      arrivals = []
      flushing.back += nodes
      for node in nodes where node.tree === self {
        if isAboutToShow(node) { load(node) } else { postpone(node) }
      }
    }
  }

  /// Calls `didLoad` once on each node that is about to be listed, parents first. A hidden container is loaded; what
  /// is below it, and a hidden cell, only when it shows.
  func load(_ node: Node) {
    let container = node as? ContainerModel
    if container == nil && isOut(node) { return }
    if !node.isLoaded {
      node.isLoaded = true
      node.didLoad()
    }
    guard let container, !isOut(node), !container.areChildrenLoaded else { return }
    container.areChildrenLoaded = true
    for node in container.nodes { load(node) }
  }

  private func isAboutToShow(_ node: Node) -> Bool {
    guard let parent = node.parent else { return node === root }
    return parent.isLoaded && isAboutToList(parent)
  }

  /// Whether viewers are about to see what is in a container.
  func isAboutToList(_ container: ContainerModel) -> Bool { !isOut(container) && isAboutToShow(container) }

  /// Whether a node is left out; the root never is.
  private func isOut(_ node: Node) -> Bool { node.isHidden && node !== root }

  /// Whatever hides the node loads it when it shows.
  private func postpone(_ node: Node) {
    for container in node.parent?.path ?? [] { container.areChildrenLoaded = false }
  }
}
