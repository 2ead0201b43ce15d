/// How many viewers have a node in view.
private final class Onlookers: NodeFeature {
  var count = 0

  override func visibilityChanged(_ node: Node) { if node.wantedSight == nil { count = 0 } }
}

extension Node {
  /// How many viewers have the node in view, as far as they have reported it.
  public internal(set) final var onlookers: Int {
    get { existing(Onlookers.self)?.count ?? 0 }
    set { feature(Onlookers.self).count = newValue }
  }
}

/// What rows that viewers had in view are told when the changes are out.
final class Sightings: TreeFeature {
  var pending: [Sighting] = []
}
