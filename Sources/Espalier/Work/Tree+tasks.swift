extension Tree {
  /// The work that was started since the last call, for whoever runs the tree to begin.
  public func takeTasks() -> [NodeTask] {
    defer { work.new = [] }
    let tasks = work.new.filter { !$0.isCancelled && !$0.isBegun }
    for task in tasks { task.isBegun = true }
    return tasks
  }

  /// Cancels the work of nodes that have left and have not come back.
  func cancelAbandoned() {
    for node in work.departed where node.tree !== self {
      for task in node.tasks { task.cancel() }
    }
    work.departed = []
  }

  /// Ends all work and all listening, and tells the nodes: nobody will look at this tree any more.
  public func end() {
    hasEnded = true
    root.tellDetachedFromRoot()
    root.cancelTasks()
    root.endListening()
  }
}
