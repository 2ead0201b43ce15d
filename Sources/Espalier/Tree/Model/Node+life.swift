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
