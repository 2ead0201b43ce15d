/// A node's handler of one or several events.
final class EventHandler: Cancellable {
  private(set) var events: [EventDescriptor]
  private(set) weak var node: Node?
  /// Whether it handles only events that its own node has sent.
  private let isOwn: Bool
  /// The behaviour of the node that has added it; nil if the node's own code has.
  let owner: AnyObject?
  /// The type of the behaviours whose handlers do not run, because this one runs instead, here and below; nil if it
  /// replaces none.
  let replaced: ObjectIdentifier?
  /// Stands for all types of behaviours.
  static let anyBehaviour = ObjectIdentifier(AnyObject.self)
  private let handle: (Node, AnyEvent) -> Void

  init(
    events: [EventDescriptor], node: Node, isOwn: Bool, owner: AnyObject?, insteadOf replaced: ObjectIdentifier?,
    handle: @escaping (Node, AnyEvent) -> Void
  ) {
    self.events = events
    self.node = node
    self.isOwn = isOwn
    self.owner = owner
    self.replaced = replaced
    self.handle = handle
  }

  /// Whether the handler still handles a sender's event at a container: its node has not moved, and the handler was not
  /// removed.
  func answers(_ event: EventDescriptor, of sender: Node?, at container: ContainerModel) -> Bool {
    guard let node, node.hub === container, events.contains(event), !isOwn || sender === node else { return false }
    return node.handlers.contains { $0 === self }
  }

  /// Stops handling this event, but not the others.
  func forget(_ event: EventDescriptor) { events.removeAll { $0 == event } }

  func cancel() { node?.remove(self) }

  func callAsFunction(_ sent: AnyEvent) {
    if let node { handle(node, sent) }
  }
}

/// A sent event with its data.
public struct AnyEvent: Sendable {
  /// The event.
  public let name: EventDescriptor
  package let payload: any Sendable

  /// The data, if this is the given event.
  public func payload<Payload>(of event: Event<Payload>) -> Payload? {
    event.name == name ? payload as? Payload : nil
  }
}
