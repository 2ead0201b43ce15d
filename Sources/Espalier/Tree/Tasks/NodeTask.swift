/// An asynchronous task that a node started, and that ends with the node.
///
/// It has two parts: `work` runs on any thread and does not use the tree; `receive` takes the values that `work`
/// delivers and is called in the tree's lane.
package final class NodeTask: Cancellable {
  /// Delivers a value to `receive`, and returns when the page has worked on it.
  package typealias Deliver = @Sendable (any Sendable) async -> Void

  /// The part that runs on any thread.
  package let work: @Sendable (_ deliver: @escaping Deliver) async -> Void
  /// Whether the task was cancelled.
  package private(set) var isCancelled = false
  private let take: (Node, any Sendable) -> Void
  /// The node that started the task, as long as it exists.
  package private(set) weak var node: Node?
  private var stop: (() -> Void)?
  /// Called with the node when the task is cancelled.
  var onAbandon: ((Node) -> Void)?
  /// Whether it follows a sequence, which may have no end.
  package let mayBeEndless: Bool
  /// Whether clients that read the page wait for its first value.
  package let isAwaited: Bool
  /// Whether it writes something that the event stands for. Then nothing cancels it, and it runs after those before it.
  package let isWrite: Bool
  /// Returns when the page has received all that has happened so far to what the task follows; nil if nobody can know.
  package let catchUp: (@Sendable () async -> Void)?
  /// Whether it is part of the event that is being handled: the event is acknowledged when it has ended.
  package let holdsReply: Bool
  /// Who sent that event; nil if nobody is known, or if the task is not part of it.
  package let sender: (any Visitor)?
  /// Whether `Tree.takeTasks` has returned the task.
  var isBegun = false

  init(
    of node: Node, mayBeEndless: Bool = false, isAwaited: Bool = false, isWrite: Bool = false,
    holdsReply: Bool = false, catchUp: (@Sendable () async -> Void)? = nil,
    _ work: @escaping @Sendable (@escaping Deliver) async -> Void,
    take: @escaping (Node, any Sendable) -> Void
  ) {
    self.node = node
    self.mayBeEndless = mayBeEndless
    self.isAwaited = isAwaited
    self.isWrite = isWrite
    self.catchUp = catchUp
    self.holdsReply = holdsReply
    sender = holdsReply ? node.tree?.visitor : nil
    self.work = work
    self.take = take
  }

  /// A task whose page is gone ends, or it would keep what it follows for ever.
  deinit { stop?() }

  /// Passes a value from `work` to the node, unless the task was cancelled.
  package func receive(_ value: any Sendable) {
    if let node, !isCancelled { take(node, value) }
  }

  /// Sets a closure that runs when the task is cancelled.
  package func onCancel(_ stop: @escaping () -> Void) { self.stop = stop }

  /// Cancels the task like any Swift task. Values that `work` still delivers are ignored.
  ///
  /// A task that writes goes on: the event for which it writes has happened.
  package func cancel() {
    isCancelled = true
    stop?()
    if !isWrite { end() }
    if let node { onAbandon?(node) }
  }

  /// Notes that the work has ended by itself.
  package func end() {
    stop = nil
    node?.existing(NodeTasks.self)?.all.removeAll { $0 === self }
  }
}
