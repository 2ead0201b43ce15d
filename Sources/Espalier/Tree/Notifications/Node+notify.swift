extension Node {
  /// Calls every node in the scope that is of a type: that conforms to a protocol, or is of a class. Returns how many were
  /// called.
  ///
  /// ```swift
  /// protocol PriceListener { func pricesChanged() }
  ///
  /// notify((any PriceListener).self, .children) { $0.pricesChanged() }
  /// ```
  ///
  /// A node of another type is passed over, and what is below it is not. Hidden nodes are called too. A node that is in no page
  /// reaches nobody, and none is called before its `didAttachToRoot`.
  ///
  /// Who is called is decided when the notification is posted. Whoever has left the page or the scope when its turn comes is
  /// not called, nor is one that has come meanwhile. What a listener posts is delivered at once, before the rest of this
  /// notification. Cost: one look at each node in the scope.
  @discardableResult
  public final func notify<Listener>(
    _ type: Listener.Type, _ scope: NotificationScope, _ call: (Listener) -> Void
  ) -> Int {
    guard let tree else { return 0 }
    return tree.notify(type, audience(scope, in: tree), from: (self, scope), call)
  }

  /// Has a node called by what this one posts `manually`, for as long as both are there; the same node twice counts once.
  ///
  /// It is called only while both are in the same page, and neither keeps the other alive.
  public final func addListener(_ node: Node) { feature(Listeners.self).nodes.insert(node) }

  /// Ends what `addListener` began.
  public final func removeListener(_ node: Node) { existing(Listeners.self)?.nodes.remove(node) }

  /// How many nodes hear what this one posts `manually`: those that were added and are in the same page now.
  package final var listenerCount: Int {
    guard let tree else { return 0 }
    return listeners.inOrder.count { $0.tree === tree }
  }

  /// The nodes that hear what this one posts `manually`.
  final var listeners: NodeSet { existing(Listeners.self)?.nodes ?? NodeSet() }
}

/// The nodes that hear what a node posts `manually`.
private final class Listeners: NodeFeature {
  var nodes = NodeSet()
}
