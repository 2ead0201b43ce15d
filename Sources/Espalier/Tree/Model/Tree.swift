/// The tree of one page instance: a root container and what viewers see of it.
///
/// All changes between two flushes become one `ChangeSet`. A tree is not Sendable: only the lane of its page instance
/// uses it.
package final class Tree {
  /// The limit of levels in a tree; a deeper node is refused.
  package static let deepest = 64

  /// The container at the top. Its address is empty.
  package let root: ContainerModel
  /// The library's features of this tree.
  @safe @exclusivity(unchecked) var features: [TreeFeature] = []
  /// The recorded steps; nil if `isWatched` is false.
  @safe @exclusivity(unchecked) var trace: Trace?

  @safe @exclusivity(unchecked) var dirtyCells: [any RenderedNode] = []
  @safe @exclusivity(unchecked) var dirtyContainers: [ContainerModel] = []
  /// Subtrees that were attached or are no longer hidden, and may not be loaded yet.
  @safe @exclusivity(unchecked) var arrivals: [Node] = []
  /// The marks that containers of the tree have or had.
  @safe @exclusivity(unchecked) var marks: ContainerMarks = []
  /// A number that is another one after each change of a container's children or layout.
  @safe @exclusivity(unchecked) var structureCount = 0
  /// Whether containers wait for rows that their sources have announced.
  @safe @exclusivity(unchecked) var awaitsRows = false
  /// Whether they go on waiting when somebody looks at their children: while viewers' pages are compared, and while nodes
  /// come and go.
  @safe @exclusivity(unchecked) var delaysRows = false
  /// How often rows that come have made others come, by code of the page that looks at them at once.
  @safe @exclusivity(unchecked) private var depthOfRows = 0
  /// Whether that has no end.
  @safe @exclusivity(unchecked) private var bringsRowsForEver = false
  /// Whether the page instance has ended.
  @safe @exclusivity(unchecked) private(set) var hasEnded = false
  @safe @exclusivity(unchecked) private var diagnostics: [Diagnostic] = []

  /// The number of nodes in the tree, including hidden ones.
  @safe @exclusivity(unchecked) var nodeCount = 0

  /// A tree with a root, which becomes part of it in `begin`.
  init(of root: ContainerModel) { self.root = root }

  /// Makes the root and all nodes below it part of the tree.
  func begin() {
    root.setTree(self)
    arrivals = [root]
    root.markStructure()
  }

  /// Ends all tasks and all listening to signals, and calls the nodes' hooks. Call it when the page instance ends.
  package func end() {
    hasEnded = true
    awaitsRows = false
    root.tellDetachedFromRoot()
    root.tellEnd()
  }

  /// Runs a change during which nobody takes rows, because what looks at the children expects them as they are.
  @inline(__always)
  func delayingRows<Result>(_ change: () -> Result) -> Result {
    let was = delaysRows
    delaysRows = true
    defer { delaysRows = was }
    return change()
  }

  /// All containers that wait for rows take them, as one change of the tree. What the nodes do then may announce further
  /// rows, which are taken too, but not for ever.
  func takeRows() {
    if !awaitsRows || delaysRows || hasEnded || bringsRowsForEver { return }
    depthOfRows += 1
    defer {
      depthOfRows -= 1
      if depthOfRows == 0 { bringsRowsForEver = false }
    }
    if depthOfRows == Tree.deepest { bringsRowsForEver = true }
    for _ in 0..<Tree.deepest where awaitsRows && !bringsRowsForEver {
      awaitsRows = false
      for feature in features { feature.takeRows(in: self) }
    }
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// The diagnostics since the last call, each one once.
  func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
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
