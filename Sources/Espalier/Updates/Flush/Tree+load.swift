extension ContainerMarks {
  /// All children that can be loaded were loaded.
  static let withLoadedChildren = number(1)
}

extension Tree {
  /// Loads the subtrees that were attached, or are no longer hidden, since the last flush.
  func loadArrivals() {
    // Not earlier: by now the tree has the services and values that its nodes may ask for.
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

  /// Calls `didLoad` once on each node that will be listed, parents first. A hidden container is loaded too. The nodes
  /// below it, and hidden cells, are loaded only when they are shown.
  func load(_ node: Node) {
    let container = node as? ContainerModel
    if container == nil && isOut(node) { return }
    if node.life.insert(.loaded).inserted { node.didLoad() }
    guard let container, !isOut(node), container.marks.insert(.withLoadedChildren).inserted else { return }
    for node in container.nodes { load(node) }
  }

  private func isAboutToShow(_ node: Node) -> Bool {
    guard let parent = node.parent else { return node === root }
    return parent.life.contains(.loaded) && isAboutToList(parent)
  }

  /// Whether viewers will see the nodes in a container.
  func isAboutToList(_ container: ContainerModel) -> Bool { !isOut(container) && isAboutToShow(container) }

  /// Whether a node is left out because it is hidden or folded. The root never is.
  private func isOut(_ node: Node) -> Bool { (node.isHidden || (hasFolds && node.isLeftOut)) && node !== root }

  /// Makes the containers above load the node when they are shown.
  private func postpone(_ node: Node) {
    for container in ContainerPath(from: node.parent) { container.marks.remove(.withLoadedChildren) }
  }
}
