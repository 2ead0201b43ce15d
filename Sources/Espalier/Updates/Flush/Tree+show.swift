extension ContainerMarks {
  /// A flush has shown the container with all nodes below it, after the mark was taken away.
  static let shownWhole = number(5)
}

extension Tree {
  /// Renders and lists a subtree for its insertion.
  func show(_ node: Node, in container: ContainerModel) {
    node.shownIn = container
    node.tellShown()
    if let cell = node.asCell {
      if let change = cell.render(in: self) {
        note(rendered: cell, because: change.old == nil ? .isNew : .contentChanged, in: flushing)
        if change.old?.classes != change.new.classes { checkLimits(of: cell) }
      }
    } else if let inner = node as? ContainerModel {
      // Viewers may still see it elsewhere, with nodes that have left it since. Those nodes must forget that place.
      for entry in inner.shown where entry.node.shownIn === inner {
        hide(entry.node, from: container) { Address.join(inner.address, entry.key) }
      }
      inner.marks.insert(.shownWhole)
      checkLimits(of: inner)
      inner.shownLayout = inner.resolvedLayout
      inner.shownElement = inner.element
      inner.shown = inner.wanted.map(ContainerModel.Shown.init)
      for (index, entry) in inner.shown.enumerated() {
        show(entry.node, in: inner)
        // Not before the loop: showing a container hides the nodes that it held before, which resets their index.
        entry.node.shownIndex = index
      }
      followRows(of: inner)
      flushing.rendered.append(inner)
    }
  }

  /// Forgets what viewers saw of a node and of all nodes below it, and notes which of them were in view.
  func hide(_ node: Node, from list: ContainerModel, at address: () -> String) {
    loseViewers(of: node, in: list, at: address)
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
