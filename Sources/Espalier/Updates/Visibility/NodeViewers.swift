/// The windows that have a node in view.
private final class NodeViewers: NodeFeature {
  var windows: Set<Int> = []

  override func visibilityChanged(_ node: Node) {
    guard node.wantedVisibility == nil, !windows.isEmpty else { return }
    windows = []
    node.existing(Presence.self)?.update(node)
  }
}

extension Node {
  /// How many viewers have the node in view, according to their visibility reports. A viewer whose browser does not follow the
  /// page any more, also without saying so, counts for a few seconds more.
  public final var viewerCount: Int { seenBy.count }

  /// The numbers of these viewers: see `Viewers`.
  final var seenBy: Set<Int> {
    get { existing(NodeViewers.self)?.windows ?? [] }
    set { if newValue != seenBy { feature(NodeViewers.self).windows = newValue } }
  }

  final func isSeen(by number: Int) -> Bool { existing(NodeViewers.self)?.windows.contains(number) == true }

  /// Notes that a viewer has the node in view, or not any more. Returns whether that is new.
  final func note(_ number: Int, sees isSeen: Bool) -> Bool {
    guard isSeen != self.isSeen(by: number) else { return false }
    let viewers = feature(NodeViewers.self)
    if isSeen { viewers.windows.insert(number) } else { viewers.windows.remove(number) }
    return true
  }
}

/// Changes of visibility whose hooks are called after the flush.
final class VisibilityChanges: TreeFeature {
  var pending: [VisibilityChange] = []
}
