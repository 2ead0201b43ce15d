/// The tasks that a node has started and that have not ended.
final class NodeTasks: NodeFeature {
  var all: [NodeTask] = []

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    if all.isEmpty { return }
    if let new {
      new.tasks.new += all.filter { !$0.isBegun }
    } else {
      old?.tasks.departed.append(node)
    }
  }

  override func didEnd(_ node: Node) {
    for task in all { task.cancel() }
  }
}

/// The tasks of a tree's nodes.
final class TreeTasks: TreeFeature {
  /// Tasks that were started and have not begun.
  var new: [NodeTask] = []
  /// Nodes with unfinished tasks that have left. Some may come back at another place.
  var departed: [Node] = []
}

extension Tree {
  var tasks: TreeTasks { feature(TreeTasks.self) }

  /// The tasks that were started since the last call. The caller runs them.
  func takeTasks() -> [NodeTask] {
    guard let tasks = existing(TreeTasks.self), !tasks.new.isEmpty else { return [] }
    defer { tasks.new = [] }
    let due = tasks.new.filter { ($0.isWrite || !$0.isCancelled) && !$0.isBegun }
    for task in due { task.isBegun = true }
    return due
  }

  /// Cancels the tasks of nodes that have left and have not come back.
  func cancelAbandoned() {
    let tasks = tasks
    for node in tasks.departed where node.tree !== self {
      for task in node.existing(NodeTasks.self)?.all ?? [] { task.cancel() }
    }
    tasks.departed = []
  }
}
