extension TreeNode where Self: Node {
  /// Subscribes to shared data. The handler is called at once if there is a value, and again whenever the value as seen
  /// from here changes.
  ///
  /// The handler receives this node and the value. For an optional value it receives nil if there is none. A second
  /// subscription of the same node to the same name replaces the first. To end it, keep the result and call `cancel()`.
  @discardableResult
  public func subscribe<Value>(
    to data: SharedData<Value>, _ handler: @escaping (Self, Value) -> Void
  ) -> any Cancellable {
    keep(
      DataSubscription(data, node: self) { node, value in
        if let node = node as? Self { handler(node, value) }
      })
  }
}

extension Node {
  /// Shares a value with all nodes below this container (for a cell: below its container), and notifies the subscribers
  /// there unless `broadcast` is false. A nil removes the entry, so that an entry further up becomes visible.
  public final func share<Value>(_ value: Value, to data: SharedData<Value>, broadcast: Bool = true) {
    let isNone = (value as? any Emptiable)?.isNone == true
    store(isNone ? nil : Stored { value }, as: data.name, broadcast)
  }

  /// Shares what a closure returns, which is called at each reading. A closure that returns nil hides entries further
  /// up.
  public final func share<Value>(
    to data: SharedData<Value>, broadcast: Bool = true, from supplier: @escaping () -> Value
  ) {
    store(Stored(read: supplier), as: data.name, broadcast)
  }

  /// Removes an entry without notifying the subscribers.
  public final func share<Value>(removing data: SharedData<Value>) { store(nil, as: data.name, false) }

  /// The value as seen from here: that of the nearest container, from this one up to the root, then that of the page
  /// and of the site. Nil if there is none.
  public final subscript<Value>(data: SharedData<Value>) -> Value? {
    var next = hub
    while let container = next {
      if let stored = container.sharedValues[data.name] as? Stored<Value> { return stored.read() }
      next = container.parent
    }
    return tree?.feature(SiteValues.self).value(of: data)
  }

  /// Ends this node's subscription to some shared data.
  final func unsubscribe(from data: SharedDataName) {
    guard let own = existing(Subscriptions.self), let index = own.own.firstIndex(where: { $0.name == data }) else {
      return
    }
    let subscription = own.own.remove(at: index)
    for container in ContainerPath(from: hub) { container.existing(Subscriptions.self)?.forget(subscription) }
  }

  /// Ends all subscriptions of this node.
  final func removeSubscriptions() {
    for subscription in subscriptions { unsubscribe(from: subscription.name) }
  }

  fileprivate func keep(_ subscription: DataSubscription) -> DataSubscription {
    unsubscribe(from: subscription.name)
    feature(Subscriptions.self).own.append(subscription)
    for container in ContainerPath(from: hub) { container.feature(Subscriptions.self).note(subscription) }
    subscription.deliver()
    return subscription
  }

  private func store(_ entry: (any StoredData)?, as name: SharedDataName, _ broadcast: Bool) {
    guard let hub else { return }
    hub.feature(SharedValues.self).values[name] = entry
    if broadcast { hub.broadcast(name, entry, by: hub.address) }
  }
}

/// What may be nil.
private protocol Emptiable { var isNone: Bool { get } }

extension Optional: Emptiable { fileprivate var isNone: Bool { self == nil } }

extension ContainerModel {
  /// Delivers to every subscription below, in document order. `sharer` is the address of a container; nil for the site.
  /// Cost: linear in the subscriptions, not in the nodes.
  final func broadcast(_ name: SharedDataName, _ entry: (any StoredData)?, by sharer: String?) {
    let told = (existing(Subscriptions.self)?.inOrder(name, below: self) ?? []).filter { $0.deliver() }
    guard let tree, tree.isWatched || tree.delivery?.isTraced == true else { return }
    let share = Trace.Share(
      name: name.label, by: sharer ?? "site", to: told.compactMap { $0.node?.address }, value: entry?.json ?? .null)
    if let delivery = tree.delivery, delivery.isTraced { delivery.shares.append(share) }
    tree.note(sharer == nil ? .siteShared(share) : .shared(share))
  }
}
