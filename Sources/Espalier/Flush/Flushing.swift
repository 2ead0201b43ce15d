/// What one flush of a tree comes by, for those who are told when it is out.
struct Flushing {
  /// The nodes that it rendered.
  var rendered: [Node] = []
  /// The cells that took over the elements of others.
  var heirs: [any RenderedNode] = []
  /// Nodes that may have lost their place in the list, and such that may have been back before it.
  var lost: [Node] = []
  var back: [Node] = []
  /// What is to be told of rows that viewers had in view.
  var sightings: [Sighting] = []
}
