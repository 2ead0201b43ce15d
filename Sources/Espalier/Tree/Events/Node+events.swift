extension TreeNode where Self: Node {
  /// Handles an event of any node below this container (for a cell: of any node in its container).
  ///
  /// The handler receives this node and the event's data. A second handler of the same node for the same event replaces
  /// the first. Handlers run in the order of subscription, those of inner containers first. The handlers of a
  /// container's plugins run too: each has its place in this order. A handler added while an event is being handled
  /// receives only later events. To end it, keep the result and call `cancel()`; a handler that ends meanwhile is not called any more.
  @discardableResult
  public func on<Payload>(_ event: Event<Payload>, _ handler: @escaping (Self, Payload) -> Void) -> any Cancellable {
    subscribe([event.name]) { (node: Self, sent) in
      if let payload = sent.payload(of: event) { handler(node, payload) }
    }
  }

  /// Handles an event and ignores its data.
  @discardableResult
  public func on<Payload>(_ event: Event<Payload>, _ handler: @escaping (Self) -> Void) -> any Cancellable {
    subscribe([event.name]) { (node: Self, _) in handler(node) }
  }

  /// Handles an event only if this node itself has sent it. Of two equal cells in one container, only the pressed one
  /// handles it.
  ///
  /// ```swift
  /// on(own: Counter.tap) { cell, _ in cell.content.count += 1 }
  /// ```
  @discardableResult
  public func on<Payload>(own event: Event<Payload>, _ handler: @escaping (Self, Payload) -> Void) -> any Cancellable {
    subscribe([event.name], isOwn: true) { (node: Self, sent) in
      if let payload = sent.payload(of: event) { handler(node, payload) }
    }
  }

  /// Handles several events with data of the same type. The handler also receives the event.
  @discardableResult
  public func on<Payload>(
    anyOf events: [Event<Payload>], _ handler: @escaping (Self, Event<Payload>, Payload) -> Void
  ) -> any Cancellable {
    subscribe(events.map(\.name)) { (node: Self, sent) in
      guard let event = events.first(where: { $0.name == sent.name }),
        let payload = sent.payload(of: event)
      else { return }
      handler(node, event, payload)
    }
  }

  /// Handles several events with data of any type.
  @discardableResult
  package func on(anyOf events: [EventDescriptor], _ handler: @escaping (Self, AnyEvent) -> Void) -> any Cancellable {
    subscribe(events, handler)
  }

  /// Adds a handler. `kind` is the type of the behaviours whose handlers do not run any more.
  func subscribe(
    _ events: [EventDescriptor], isOwn: Bool = false, insteadOf kind: ObjectIdentifier? = nil,
    _ handle: @escaping (Self, AnyEvent) -> Void
  ) -> any Cancellable {
    let all = feature(EventHandlers.self)
    for event in events { removeHandler(of: event, ownedBy: all.owner) }
    let handler = EventHandler(events: events, node: self, isOwn: isOwn, owner: all.owner, insteadOf: kind) {
      if let node = $0 as? Self { handle(node, $1) }
    }
    all.own.append(handler)
    hub?.feature(EventHandlers.self).register(handler)
    return handler
  }
}

extension Node {
  /// Removes this node's handler of an event. The handlers of its plugins stay.
  final func removeHandler(of event: EventDescriptor) { removeHandler(of: event, ownedBy: nil) }

  fileprivate final func removeHandler(of event: EventDescriptor, ownedBy owner: AnyObject?) {
    guard let own = existing(EventHandlers.self) else { return }
    for handler in own.own where handler.owner === owner && handler.events.contains(event) {
      hub?.existing(EventHandlers.self)?.unregister(handler, of: event)
      handler.forget(event)
    }
    own.own.removeAll { $0.events.isEmpty }
  }

  /// Removes all handlers of this node. The handlers of its plugins stay.
  final func removeHandlers() { removeHandlers(of: nil) }

  /// Sends an event upwards: from the container of this cell, or from this container, to the root and the site.
  public final func send<Payload>(_ event: Event<Payload>, _ data: Payload) {
    // If a handler sends this event, its effects belong to the receipt of the event that is being handled.
    let outer = hub?.tree?.delivery
    let delivery = Delivery(event: event.name, from: self, isTraced: outer?.isTraced ?? false)
    bubble(AnyEvent(name: event.name, payload: data), delivery)
    outer?.absorb(delivery)
  }

  /// Sends an event without data upwards.
  public final func send(_ event: Event<NoData>) { send(event, NoData()) }

  /// Call this in a handler: the current event does not reach the containers further up or the site.
  public final func stopPropagation() { hub?.existing(EventHandlers.self)?.delivery?.isStopped = true }

  /// In a handler, the node that sent the current event; nil outside handlers.
  public final var sender: Node? { hub?.existing(EventHandlers.self)?.delivery?.sender }

  final func bubble(_ sent: AnyEvent, _ delivery: Delivery) {
    guard let tree = hub?.tree else { return climb(sent, delivery) }
    tree.answering(delivery) {
      tree.note(.sent(event: sent.name.label, by: address))
      climb(sent, delivery)
      guard !delivery.isStopped, let handled = tree.site?(sent) else { return }
      if handled { delivery.isHandled = true }
      tree.note(.reachedSite(event: sent.name.label, handled: handled))
    }
  }

  private func climb(_ sent: AnyEvent, _ delivery: Delivery) {
    for container in Array(ContainerPath(from: hub)) where !delivery.isStopped { container.answer(sent, delivery) }
  }
}

extension ContainerModel {
  fileprivate func answer(_ sent: AnyEvent, _ delivery: Delivery) {
    let here = existing(EventHandlers.self)
    let outer = here?.delivery
    here?.delivery = delivery
    defer { here?.delivery = outer }
    let handlers = here?.handlers(of: sent.name) ?? []
    func answers(_ handler: EventHandler) -> Bool {
      handler.answers(sent.name, of: delivery.sender, at: self) && !replaces(handler, of: sent.name)
    }
    tree?.note(.asked(address, event: sent.name.label, handled: handlers.contains(where: answers)))
    var handled = false
    for handler in handlers where answers(handler) {
      handled = true
      handler(sent)
    }
    if handled { delivery.isHandled = true }
    if delivery.isTraced { delivery.route.append(.init(address: address, handled: handled)) }
  }
}
