extension Node {
  /// Calls the hooks for what has happened to the node since the last call, in the order of its life. The methods that
  /// change the structure call it last, so that hooks may change the tree. Each hook is called once, whatever the hooks
  /// do.
  ///
  /// A node that only moves inside a page is detached from one container and attached to another. It does not leave the
  /// page, so neither it nor the nodes below it get `didDetachFromRoot` and `didAttachToRoot`.
  final func tellLife() {
    if life.contains(.attachedToRoot) { tellDetachedFromRoot() }
    if hasNewPlace {
      hasNewPlace = false
      if life.remove(.attached) != nil { didDetach() }
    }
    if parent != nil, life.insert(.attached).inserted { didAttach() }
    if let parent, parent.life.contains(.attachedToRoot) { tellAttachedToRoot() }
  }

  /// Tells the node, and then the nodes below it, that they are part of a page.
  final func tellAttachedToRoot() {
    guard isInLivingTree, life.insert(.attachedToRoot).inserted else { return }
    didAttachToRoot()
    guard let container = self as? ContainerModel else { return }
    for node in container.nodes where node.parent === container { node.tellAttachedToRoot() }
  }

  /// Tells the nodes below, and then the node itself, that they are not part of a page any more. A hook may have
  /// brought a node back.
  final func tellDetachedFromRoot() {
    if isInLivingTree { return }
    for node in ((self as? ContainerModel)?.nodes ?? []).reversed() { node.tellDetachedFromRoot() }
    if !isInLivingTree { tellHidden() }
    if !isInLivingTree, life.remove(.attachedToRoot) != nil { didDetachFromRoot() }
  }

  /// Calls `didShow`, unless a hook has removed the node during this flush. Such a node is listed until the next flush.
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
