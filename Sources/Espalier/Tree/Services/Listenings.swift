/// The signals to which a node listens.
final class Listenings: NodeFeature {
  var all: [Listening] = []

  override func didMove(_ node: Node, from old: Tree?, to new: Tree?) {
    for listening in all { listening.move(to: new) }
  }

  override func didEnd(_ node: Node) {
    for listening in all { listening.move(to: nil) }
  }
}

/// The nodes of a tree that listen to signals.
final class TreeListeners: TreeFeature {
  /// The values that signals have sent and that nodes have not received yet.
  let inbox = Inbox()
  /// The receivers by their numbers.
  var byNumber: [Int: Listening] = [:]
  private var last = 0

  /// A number that was not used before.
  func number() -> Int {
    last += 1
    return last
  }
}

extension Tree {
  var listeners: TreeListeners { feature(TreeListeners.self) }

  /// Delivers the values that have arrived since the last call, in order.
  func hear() {
    for message in listeners.inbox.takeAll() { listeners.byNumber[message.number]?.take(message.value) }
  }

  /// Sets a callback that runs, on any thread, when a signal has sent a value. The page instance then flushes the tree
  /// in its lane.
  package func onArrival(_ wake: @escaping @Sendable () -> Void) { listeners.inbox.onArrival(wake) }
}
