/// What a tree knows of its nodes' asynchronous work.
struct NodeWork {
  /// Started, and not begun.
  var new: [NodeTask] = []
  /// Nodes with work under way that have left; some may come back to another place.
  var departed: [Node] = []
}
