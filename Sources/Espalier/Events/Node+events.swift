extension TreeNode where Self: Node {
  /// Answers an event of anything below (a cell: of anything in its container).
  ///
  /// The handler receives this node and the event's data. A second handler of one node for one event replaces the
  /// first. Handlers run in the order of subscription, those of inner containers first; one subscribed while an event
  /// is being answered hears the next one, and one withdrawn meanwhile is not called any more.
  @discardableResult
  public func on<Payload>(_ event: Event<Payload>, _ handler: @escaping (Self, Payload) -> Void) -> Self {
    subscribe([event.name]) { (node: Self, occurrence) in
      if let payload = occurrence.payload(of: event) { handler(node, payload) }
    }
  }

  /// Answers an event whatever its data.
  @discardableResult
  public func on<Payload>(_ event: Event<Payload>, _ handler: @escaping (Self) -> Void) -> Self {
    subscribe([event.name]) { (node: Self, _) in handler(node) }
  }

  /// Answers an event only where this node itself has sent it: of two equal cells in one container, the one that was pressed.
  ///
  /// ```swift
  /// on(own: Counter.tap) { $0.content.count += 1 }
  /// ```
  @discardableResult
  public func on<Payload>(own event: Event<Payload>, _ handler: @escaping (Self, Payload) -> Void) -> Self {
    subscribe([event.name], isOwn: true) { (node: Self, occurrence) in
      if let payload = occurrence.payload(of: event) { handler(node, payload) }
    }
  }

  /// Answers an event of this node alone whatever its data.
  @discardableResult
  public func on<Payload>(own event: Event<Payload>, _ handler: @escaping (Self) -> Void) -> Self {
    subscribe([event.name], isOwn: true) { (node: Self, _) in handler(node) }
  }

  /// Answers several events with data of one type; the handler is told which.
  @discardableResult
  public func on<Payload>(
    anyOf events: [Event<Payload>], _ handler: @escaping (Self, Event<Payload>, Payload) -> Void
  ) -> Self {
    subscribe(events.map(\.name)) { (node: Self, occurrence) in
      guard let event = events.first(where: { $0.name == occurrence.name }),
        let payload = occurrence.payload(of: event)
      else { return }
      handler(node, event, payload)
    }
  }

  /// Answers several events of any type.
  @discardableResult
  public func on(anyOf events: [EventName], _ handler: @escaping (Self, Occurrence) -> Void) -> Self {
    subscribe(events, handler)
  }

  private func subscribe(
    _ events: [EventName], isOwn: Bool = false, _ handle: @escaping (Self, Occurrence) -> Void
  ) -> Self {
    for event in events { removeHandler(of: event) }
    let handler = EventHandler(events: events, node: self, isOwn: isOwn) { node, occurrence in
      if let node = node as? Self { handle(node, occurrence) }
    }
    handlers.append(handler)
    hub?.register(handler)
    return self
  }
}

extension Node {
  /// Withdraws this node's handler of an event.
  public final func removeHandler(of event: EventName) {
    for handler in handlers where handler.events.contains(event) {
      hub?.unregister(handler, of: event)
      handler.forget(event)
    }
    handlers.removeAll { $0.events.isEmpty }
  }

  /// Withdraws all of this node's handlers.
  public final func removeHandlers() {
    for handler in handlers { hub?.unregister(handler) }
    handlers = []
  }

  /// Sends an event upwards: from the container of this cell, or from this container, to the root and the site.
  public final func send<Payload>(_ event: Event<Payload>, _ data: Payload) {
    // What happens because of an event that a handler sends belongs to the receipt of the one it answers.
    let outer = hub?.tree?.delivery
    let delivery = Delivery(event: event.name, from: self, isTraced: outer?.isTraced ?? false)
    bubble(Occurrence(name: event.name, payload: data), delivery)
    outer?.absorb(delivery)
  }

  /// Sends an event without data upwards.
  public final func send(_ event: Event<NoData>) { send(event, NoData()) }

  /// Called in a handler: no container further up, nor the site, hears of the event at hand.
  public final func stopPropagation() { hub?.delivery?.isStopped = true }

  /// In a handler: the node that sent the event at hand; nil outside of handlers.
  public final var sender: Node? { hub?.delivery?.sender }

  final func bubble(_ occurrence: Occurrence, _ delivery: Delivery) {
    guard let tree = hub?.tree else { return climb(occurrence, delivery) }
    tree.answering(delivery) {
      tree.note(.sent(event: occurrence.name.label, by: address))
      climb(occurrence, delivery)
      guard !delivery.isStopped, let handled = tree.site?(occurrence) else { return }
      if handled { delivery.isHandled = true }
      tree.note(.reachedSite(event: occurrence.name.label, handled: handled))
    }
  }

  private func climb(_ occurrence: Occurrence, _ delivery: Delivery) {
    for container in hub?.path ?? [] where !delivery.isStopped { container.answer(occurrence, delivery) }
  }
}

extension ContainerModel {
  final func register(_ handler: EventHandler) {
    for event in handler.events { eventHandlers[event, default: .init()].insert(handler) }
  }

  final func unregister(_ handler: EventHandler) {
    for event in handler.events { unregister(handler, of: event) }
  }

  fileprivate func unregister(_ handler: EventHandler, of event: EventName) {
    eventHandlers[event]?.remove(handler)
    if eventHandlers[event]?.isEmpty == true { eventHandlers[event] = nil }
  }

  fileprivate func answer(_ occurrence: Occurrence, _ delivery: Delivery) {
    let outer = self.delivery
    self.delivery = delivery
    defer { self.delivery = outer }
    let handlers = eventHandlers[occurrence.name]?.inOrder() ?? []
    func answers(_ handler: EventHandler) -> Bool {
      handler.answers(occurrence.name, of: delivery.sender, at: self)
    }
    tree?.note(.asked(address, event: occurrence.name.label, handled: handlers.contains(where: answers)))
    var handled = false
    for handler in handlers where answers(handler) {
      handled = true
      handler(occurrence)
    }
    if handled { delivery.isHandled = true }
    if delivery.isTraced { delivery.route.append(.init(address: address, handled: handled)) }
  }
}
