extension Node {
  /// Calls the hooks of what became of the node since they were called last, in the order of its life. Called when a verb
  /// has done all it had to do, so that hooks may change the tree; each is called once, whatever they do.
  ///
  /// What only moves inside a page leaves one container and comes to another. Its place in the page, and what is below it,
  /// are not told of that.
  final func tellLife() {
    if life.contains(.attachedToRoot) { tellDetachedFromRoot() }
    if hasNewPlace {
      hasNewPlace = false
      if life.remove(.attached) != nil { didDetach() }
    }
    if parent != nil, life.insert(.attached).inserted { didAttach() }
    if let parent, parent.life.contains(.attachedToRoot) { tellAttachedToRoot() }
  }

  /// The node is part of a page now, and so is what is below it: first itself.
  final func tellAttachedToRoot() {
    guard isInLivingTree, life.insert(.attachedToRoot).inserted else { return }
    didAttachToRoot()
    guard let container = self as? ContainerModel else { return }
    for node in container.nodes where node.parent === container { node.tellAttachedToRoot() }
  }

  /// The node is no part of a page any more, nor is what is below it: itself last. A hook may have brought it back.
  final func tellDetachedFromRoot() {
    if isInLivingTree { return }
    for node in ((self as? ContainerModel)?.nodes ?? []).reversed() { node.tellDetachedFromRoot() }
    if !isInLivingTree { tellHidden() }
    if !isInLivingTree, life.remove(.attachedToRoot) != nil { didDetachFromRoot() }
  }

  /// What left while others were told is shown for as long as this flush, and not told of it.
  final func tellShown() {
    guard !life.contains(.shown), isInLivingTree else { return }
    life.insert(.shown)
    didShow()
  }

  final func tellHidden() {
    if life.remove(.shown) != nil { didHide() }
  }

  private final var isInLivingTree: Bool { tree?.hasEnded == false }
}

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
