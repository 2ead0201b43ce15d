/// What the flushes of a tree keep: what the current one has found, and what waits for a later one.
final class Flushing: TreeFeature {
  /// The nodes that it rendered.
  var rendered: [Node] = []
  /// The cells that took over the elements of others.
  var heirs: [any RenderedNode] = []
  /// Nodes that may have lost their place in the list.
  var lost: [Node] = []
  /// Nodes that were removed and added again before this flush.
  var back: [Node] = []
  /// When changes go out that nobody waits for.
  var pushes = Throttle<ObjectIdentifier>(window: .milliseconds(50))
  /// What runs when changes are out.
  var completions: [Completion] = []
}

extension Tree {
  /// How often hooks may ask for another flush in one go.
  static let mostFlushes = 16

  var flushing: Flushing { feature(Flushing.self) }
}
