extension Tree {
  /// Renders what a subtree shows and lists what is in it, for an insertion.
  func show(_ node: Node, in container: ContainerModel) {
    node.shownIn = container
    node.tellShown()
    if let cell = node as? any RenderedNode {
      if let change = cell.render(with: renderer) {
        note(rendered: cell, because: change.old == nil ? .isNew : .contentChanged)
        if change.old?.classes != change.new.classes { checkLimits(of: cell) }
      }
    } else if let inner = node as? ContainerModel {
      // Viewers may still see it elsewhere, with nodes that have left it since: those must not remember that place.
      for entry in inner.shown where entry.node.shownIn === inner {
        hide(entry.node, from: container) { Address.join(inner.address, entry.key) }
      }
      checkLimits(of: inner)
      inner.shownLayout = inner.resolvedLayout
      inner.shown = inner.wanted.map(ContainerModel.Shown.init)
      for (index, entry) in inner.shown.enumerated() {
        show(entry.node, in: inner)
        // Not before: a container that was shown above may have let go of this node.
        entry.node.shownIndex = index
      }
      followRows(of: inner)
      flushing.rendered.append(inner)
    }
  }

  /// Forgets what viewers saw of a node and all below it, and notes what they had in view.
  func hide(_ node: Node, from list: ContainerModel, at address: () -> String) {
    loseOnlookers(of: node, in: list, at: address)
    node.shownIn = nil
    node.shownIndex = -1
    flushing.lost.append(node)
    guard let container = node as? ContainerModel else { return }
    for entry in container.shown where entry.node.shownIn === container {
      hide(entry.node, from: list) { Address.join(address(), entry.key) }
    }
    container.shown = []
  }
}
