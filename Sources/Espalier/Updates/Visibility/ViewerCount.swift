/// How many viewers have a node in view.
private final class ViewerCount: NodeFeature {
  var count = 0

  override func visibilityChanged(_ node: Node) { if node.wantedVisibility == nil { count = 0 } }
}

extension Node {
  /// How many viewers have the node in view, according to their visibility reports.
  public internal(set) final var viewerCount: Int {
    get { existing(ViewerCount.self)?.count ?? 0 }
    set { feature(ViewerCount.self).count = newValue }
  }
}

/// Changes of visibility whose hooks are called after the flush.
final class VisibilityChanges: TreeFeature {
  var pending: [VisibilityChange] = []
}
