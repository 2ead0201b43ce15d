/// Why a node does not show what it reads, so that the page is not whole.
package enum ReadProblem: Comparable, Sendable {
  /// It is not read yet, or the cause may go away by itself.
  case passing
  /// Somebody has to correct something.
  case lasting
}

extension Node {
  /// Notes why something that the node reads is not shown; nil if it is. `source` is what it reads.
  package func note(_ problem: ReadProblem?, about source: AnyObject) {
    if problem == nil, existing(ReadProblems.self) == nil { return }
    let problems = feature(ReadProblems.self)
    problems.all[ObjectIdentifier(source)] = problem
    if let tree { problems.register(self, in: tree) }
  }
}

extension Tree {
  /// The worst problem of its nodes; nil if the page is whole.
  var readProblem: ReadProblem? {
    existing(UnreadNodes.self)?.problems.values.compactMap { $0.all.values.max() }.max()
  }
}

/// What a node cannot show.
private final class ReadProblems: NodeFeature {
  var all: [ObjectIdentifier: ReadProblem] = [:]

  func register(_ node: Node, in tree: Tree) {
    if all.isEmpty, tree.existing(UnreadNodes.self) == nil { return }
    tree.feature(UnreadNodes.self).problems[ObjectIdentifier(node)] = all.isEmpty ? nil : self
  }

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    old?.existing(UnreadNodes.self)?.problems[ObjectIdentifier(node)] = nil
    if let new { register(node, in: new) }
  }
}

/// The nodes of a tree that cannot show what they read.
private final class UnreadNodes: TreeFeature {
  var problems: [ObjectIdentifier: ReadProblems] = [:]
}
