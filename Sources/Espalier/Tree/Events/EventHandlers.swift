/// A node's event handlers and, at a container, also those of its cells. Events look up their handlers here.
final class EventHandlers: NodeFeature {
  /// The node's own, in the order of subscription.
  var own: [EventHandler] = []
  /// At a container: the handlers here by event, including those of its cells.
  private var byEvent: [EventDescriptor: Registrations<EventHandler>] = [:]
  /// The behaviour to which the handlers belong that are added now; nil if they are the node's own.
  var owner: AnyObject?
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
  /// The keys of what the event that is being handled writes.
  var writeKeys = WriteKeys()
}

extension Tree {
  /// Receives every event that no container stopped, and returns whether the site handled it.
  var site: ((AnyEvent) -> Bool)? {
    get { feature(EventContext.self).site }
    set { feature(EventContext.self).site = newValue }
  }

  /// The keys of what the event that is being handled writes.
  var writeKeys: WriteKeys {
    get { feature(EventContext.self).writeKeys }
    set { feature(EventContext.self).writeKeys = newValue }
  }

  /// The event being handled, if any.
  var delivery: Delivery? {
    get { feature(EventContext.self).delivery }
    set { feature(EventContext.self).delivery = newValue }
  }
}

extension Node {
  /// The handlers of the node and of its behaviours, in the order of subscription.
  final var handlers: [EventHandler] { existing(EventHandlers.self)?.own ?? [] }

  /// Runs the code of a behaviour. Handlers that it adds to this node belong to the behaviour.
  final func addingHandlers(of owner: AnyObject, _ body: () -> Void) {
    let handlers = feature(EventHandlers.self)
    let outer = handlers.owner
    handlers.owner = owner
    body()
    handlers.owner = outer
  }

  /// Removes a handler of this node or of its behaviours.
  final func remove(_ handler: EventHandler) {
    hub?.existing(EventHandlers.self)?.unregister(handler)
    existing(EventHandlers.self)?.own.removeAll { $0 === handler }
  }

  /// Removes the handlers of a behaviour, or the node's own ones.
  final func removeHandlers(of owner: AnyObject?) {
    guard let own = existing(EventHandlers.self) else { return }
    for handler in own.own where handler.owner === owner { hub?.existing(EventHandlers.self)?.unregister(handler) }
    own.own.removeAll { $0.owner === owner }
  }
}

extension ContainerModel {
  /// Whether this container or one above it handles an event instead of the behaviour that has added a handler here.
  final func replaces(_ handler: EventHandler, of event: EventDescriptor) -> Bool {
    guard let owner = handler.owner else { return false }
    let kind = ObjectIdentifier(type(of: owner))
    return path.contains { container in
      container.handlers.contains {
        ($0.replaced == kind || $0.replaced == EventHandler.anyBehaviour) && $0.events.contains(event)
      }
    }
  }
}
