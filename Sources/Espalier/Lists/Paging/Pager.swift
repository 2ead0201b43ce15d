/// What a container knows of its own loading: where it stands, how it is done, and what is under way.
final class Pager: NodeFeature {
  /// Starts the work of a container.
  typealias Loader = (ContainerModel) -> NodeTask?

  var paging = Paging()
  var loaders: [Paging.Kind: Loader] = [:]
  private var tasks: [Paging.Kind: NodeTask] = [:]

  /// Starts the work, unless its loader has been asked for it in vain.
  func start(_ kind: Paging.Kind, in container: ContainerModel) {
    guard paging[kind].state == .running, tasks[kind] == nil, let task = loaders[kind]?(container) else { return }
    tasks[kind] = task
    // The container has left the page. Should it come back, it is not to wait for what nobody does any more.
    task.onAbandon = { [weak self, weak task] node in
      guard let self, let container = node as? ContainerModel, task === tasks[kind] else { return }
      tasks[kind] = nil
      container.paging.interrupt(kind)
    }
  }

  /// The work has something to say, so it need not be given up.
  func finish(_ kind: Paging.Kind) { tasks[kind] = nil }

  /// Gives up the work that the state does not know of.
  func cancelStrays() {
    for kind in Paging.Kind.allCases where paging[kind].state != .running {
      tasks.removeValue(forKey: kind)?.cancel()
    }
  }
}
