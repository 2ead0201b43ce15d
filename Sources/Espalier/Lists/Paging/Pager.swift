/// A container's own loading: its state, its handlers and its running tasks.
final class Pager: NodeFeature {
  /// Starts the task of a container; nil if it cannot start.
  typealias Loader = (ContainerModel) -> NodeTask?

  var paging = Paging()
  var loaders: [Paging.Kind: Loader] = [:]
  private var tasks: [Paging.Kind: NodeTask] = [:]

  /// Starts the task, unless one is running already or the loader returns none.
  func start(_ kind: Paging.Kind, in container: ContainerModel) {
    guard paging[kind].state == .running, tasks[kind] == nil, let task = loaders[kind]?(container) else { return }
    tasks[kind] = task
    // The container left the page, and its task is cancelled. If the container comes back, it must not stay in
    // `running`.
    task.onAbandon = { [weak self, weak task] node in
      guard let self, let container = node as? ContainerModel, task === tasks[kind] else { return }
      tasks[kind] = nil
      container.paging.interrupt(kind)
    }
  }

  /// Forgets a task that has a result, so that nothing cancels it.
  func finish(_ kind: Paging.Kind) { tasks[kind] = nil }

  /// Cancels the tasks whose state is not `running`.
  func cancelStrays() {
    for kind in Paging.Kind.allCases where paging[kind].state != .running {
      tasks.removeValue(forKey: kind)?.cancel()
    }
  }
}
