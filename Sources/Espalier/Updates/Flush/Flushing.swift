/// The state of a tree's flushes: the findings of the current flush, and what waits for a later one.
final class Flushing: TreeFeature {
  /// The number of flushes so far.
  @safe @exclusivity(unchecked) var flushCount = 0
  /// The number of cells rendered so far.
  @safe @exclusivity(unchecked) var renderCount = 0
  /// Whether the current flush is one that nobody sees.
  @safe @exclusivity(unchecked) var isUnseen = false
  /// The nodes that the current flush rendered.
  @safe @exclusivity(unchecked) var rendered: [Node] = []
  /// The cells that took over the elements of other cells.
  @safe @exclusivity(unchecked) var heirs: [any RenderedNode] = []
  /// The containers that became a table or a list, or whose columns changed.
  @safe @exclusivity(unchecked) var reframed: [ContainerModel] = []
  /// Nodes that may have lost their place in the list.
  @safe @exclusivity(unchecked) var lost: [Node] = []
  /// Nodes that were removed and added again before this flush.
  @safe @exclusivity(unchecked) var back: [Node] = []
  /// The rows that moved and that viewers' windows follow.
  @safe @exclusivity(unchecked) var followed: [Node] = []
  /// Decides when changes go out that no request waits for.
  var pushes = Throttle<ObjectIdentifier>(window: .milliseconds(50))
  /// The handlers that run after changes have gone out.
  var completions: [Completion] = []
}

extension Tree {
  /// How many flushes in a row hooks may cause.
  static let mostFlushes = 16

  var flushing: Flushing { feature(Flushing.self) }

  /// The number of cells rendered so far.
  var renderCount: Int { flushing.renderCount }
}
