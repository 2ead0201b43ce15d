/// The tree of one page instance: a root container and what viewers see of it.
///
/// All changes between two flushes become one `ChangeSet`. Not Sendable: it lives in its page instance's lane.
public final class Tree {
  /// The most levels a tree may have; one more is refused.
  package static let deepest = 64

  /// The container at the top. Its address is empty.
  package let root: ContainerModel
  /// What the library's features keep here.
  var features: [TreeFeature] = []
  /// What happens, while somebody watches.
  var trace: Trace?

  var dirtyCells: [any RenderedNode] = []
  var dirtyContainers: [ContainerModel] = []
  /// Subtrees that were attached, or came out of hiding, and may not be loaded yet.
  var arrivals: [Node] = []
  /// Whether nodes may have other addresses than at the last saving.
  var hasMoved = false
  /// Whether nobody will look at the tree any more.
  private(set) var hasEnded = false
  private var diagnostics: [Diagnostic] = []

  /// Nodes in the tree, those that are hidden included.
  package internal(set) var nodeCount = 0
  /// Cells rendered so far.
  package internal(set) var renderCount = 0
  /// Flushes so far.
  package internal(set) var flushCount = 0

  /// A tree over a root, which is not part of it before `begin`.
  init(of root: ContainerModel) { self.root = root }

  /// Makes the root, with all below it, part of the tree.
  func begin() {
    root.setTree(self)
    arrivals = [root]
    root.markStructure()
  }

  /// Ends all tasks and all listening, and tells the nodes: nobody will look at this tree any more.
  package func end() {
    hasEnded = true
    root.tellDetachedFromRoot()
    root.tellEnd()
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// What was reported since the last call, each thing once.
  package func takeDiagnostics() -> [Diagnostic] {
    defer { diagnostics = [] }
    var seen: Set<Diagnostic> = []
    return diagnostics.filter { seen.insert($0).inserted }
  }
}

extension Node {
  fileprivate func tellEnd() {
    for feature in features { feature.didEnd(self) }
    for node in (self as? ContainerModel)?.nodes ?? [] { node.tellEnd() }
  }
}
