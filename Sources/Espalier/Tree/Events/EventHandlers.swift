/// A node's event handlers and, at a container, also those of its cells. Events look up their handlers here.
final class EventHandlers: NodeFeature {
  /// The node's own, in the order of subscription.
  var own: [EventHandler] = []
  /// At a container: the handlers here by event, including those of its cells.
  private var byEvent: [EventDescriptor: Registrations<EventHandler>] = [:]
  /// At a container: the event that is being handled here.
  var delivery: Delivery?

  override func didJoin(_ container: ContainerModel, _ node: Node) {
    guard !(node is ContainerModel), !own.isEmpty else { return }
    let handlers = container.feature(EventHandlers.self)
    for handler in own { handlers.register(handler) }
  }

  override func didLeave(_ container: ContainerModel, _ node: Node) {
    if node is ContainerModel { return }
    for handler in own { container.existing(EventHandlers.self)?.unregister(handler) }
  }

  func register(_ handler: EventHandler) {
    for event in handler.events { byEvent[event, default: .init()].insert(handler) }
  }

  func unregister(_ handler: EventHandler) {
    for event in handler.events { unregister(handler, of: event) }
  }

  func unregister(_ handler: EventHandler, of event: EventDescriptor) {
    byEvent[event]?.remove(handler)
    if byEvent[event]?.isEmpty == true { byEvent[event] = nil }
  }

  func handlers(of event: EventDescriptor) -> [EventHandler] { byEvent[event]?.inOrder() ?? [] }
}

/// The event that a tree is handling, and the site's handler above the root.
final class EventContext: TreeFeature {
  var delivery: Delivery?
  var site: ((AnyEvent) -> Bool)?
}

extension Tree {
  /// Receives every event that no container stopped, and returns whether the site handled it.
  package var site: ((AnyEvent) -> Bool)? {
    get { feature(EventContext.self).site }
    set { feature(EventContext.self).site = newValue }
  }

  /// The event being handled, if any.
  var delivery: Delivery? {
    get { feature(EventContext.self).delivery }
    set { feature(EventContext.self).delivery = newValue }
  }
}

extension Node {
  /// The node's own handlers, in the order of subscription.
  final var handlers: [EventHandler] { existing(EventHandlers.self)?.own ?? [] }
}
