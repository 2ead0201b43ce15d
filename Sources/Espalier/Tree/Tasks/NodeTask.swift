/// Asynchronous work that a node started, and that ends with it.
///
/// It has two halves: one that runs anywhere and knows nothing of the tree, and one that takes what the first has to say
/// and is called in the tree's lane.
package final class NodeTask: Cancellable {
  /// Says something to the other half.
  package typealias Deliver = @Sendable (any Sendable) -> Void

  /// What runs anywhere.
  package let work: @Sendable (_ deliver: @escaping Deliver) async -> Void
  /// Whether nobody wants it any more.
  package private(set) var isCancelled = false
  private let take: (Node, any Sendable) -> Void
  /// Who started it, as long as that is there.
  package private(set) weak var node: Node?
  private var stop: (() -> Void)?
  /// What the node is to do when the work is cancelled.
  var onAbandon: ((Node) -> Void)?
  /// Whether whoever runs the tree has been told of it.
  var isBegun = false

  init(
    of node: Node, _ work: @escaping @Sendable (@escaping Deliver) async -> Void,
    take: @escaping (Node, any Sendable) -> Void
  ) {
    self.node = node
    self.work = work
    self.take = take
  }

  /// Takes what the work has to say, for the node, if it still wants it.
  package func receive(_ value: any Sendable) {
    if let node, !isCancelled { take(node, value) }
  }

  /// What is to be done when it is cancelled.
  package func onCancel(_ stop: @escaping () -> Void) { self.stop = stop }

  /// Ends the work: it is told as every Swift task is, and whatever it still says is not heard.
  package func cancel() {
    isCancelled = true
    stop?()
    end()
    if let node { onAbandon?(node) }
  }

  /// The work has ended by itself.
  package func end() {
    stop = nil
    node?.existing(NodeTasks.self)?.all.removeAll { $0 === self }
  }
}
