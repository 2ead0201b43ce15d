/// What a node listens to.
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
  /// What signals said and nodes have not heard yet.
  let inbox = Inbox()
  /// Those that hear it, by number.
  var byNumber: [Int: Listening] = [:]
  private var last = 0

  /// A number that none had before.
  func number() -> Int {
    last += 1
    return last
  }
}

extension Tree {
  var listeners: TreeListeners { feature(TreeListeners.self) }

  /// Lets nodes hear what came since the last time, in its order.
  func hear() {
    for letter in listeners.inbox.takeAll() { listeners.byNumber[letter.number]?.take(letter.value) }
  }

  /// Sets what runs, on any thread, when a signal has sent something. The page instance flushes the tree then, in its lane.
  package func onArrival(_ wake: @escaping @Sendable () -> Void) { listeners.inbox.onArrival(wake) }
}
