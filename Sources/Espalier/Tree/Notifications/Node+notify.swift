extension Node {
  /// Calls every node in the scope that conforms to a protocol or is of a class. Returns the number of called nodes.
  ///
  /// ```swift
  /// protocol PriceListener { func pricesChanged() }
  ///
  /// notify((any PriceListener).self, .children) { $0.pricesChanged() }
  /// ```
  ///
  /// Nodes of other types are skipped, but the nodes below them are not. Hidden nodes are called too. If this node is
  /// in no page, no node is called. No node is called before its `didAttachToRoot`.
  ///
  /// The listeners are determined when the notification is posted. A node that leaves the page or the scope before its
  /// turn is not called; a node that is added meanwhile is not called either. A notification that a listener posts is
  /// delivered at once, before the rest of this one. Cost: linear in the nodes of the scope.
  @discardableResult
  public final func notify<Listener>(
    _ type: Listener.Type, _ scope: NotificationScope, _ call: (Listener) -> Void
  ) -> Int {
    guard let tree else { return 0 }
    return tree.notify(type, audience(scope, in: tree), from: (self, scope), call)
  }

  /// Adds a node to the listeners of this node's `manually` scope, until the result is cancelled. Adding the same node
  /// again has no effect.
  ///
  /// The node is called only while both are in the same page. Neither keeps the other alive.
  @discardableResult
  public final func addListener(_ node: Node) -> any Cancellable {
    feature(Listeners.self).nodes.insert(node)
    return AddedListener(node, of: self)
  }

  /// The number of nodes in the `manually` scope: those that were added and are in the same page now.
  package final var listenerCount: Int {
    guard let tree else { return 0 }
    return listeners.inOrder.count { $0.tree === tree }
  }

  /// The nodes that `addListener` has added.
  final var listeners: NodeSet { existing(Listeners.self)?.nodes ?? NodeSet() }
}

/// The nodes that `addListener` has added to a node.
private final class Listeners: NodeFeature {
  var nodes = NodeSet()
}

/// What `addListener` returns.
private final class AddedListener: Cancellable {
  private weak var listener: Node?
  private weak var host: Node?

  init(_ listener: Node, of host: Node) { (self.listener, self.host) = (listener, host) }

  func cancel() {
    if let listener { host?.existing(Listeners.self)?.nodes.remove(listener) }
  }
}
