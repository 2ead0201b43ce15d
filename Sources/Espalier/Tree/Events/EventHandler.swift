/// One node's answer to one or several events.
final class EventHandler {
  private(set) var events: [EventDescriptor]
  private(set) weak var node: Node?
  /// Whether it answers only what its node itself has sent.
  private let isOwn: Bool
  private let handle: (Node, AnyEvent) -> Void

  init(events: [EventDescriptor], node: Node, isOwn: Bool, handle: @escaping (Node, AnyEvent) -> Void) {
    self.events = events
    self.node = node
    self.isOwn = isOwn
    self.handle = handle
  }

  /// Whether the handler still answers a sender's event at a container: its node has not moved, nor withdrawn it.
  func answers(_ event: EventDescriptor, of sender: Node?, at container: ContainerModel) -> Bool {
    guard let node, node.hub === container, events.contains(event), !isOwn || sender === node else { return false }
    return node.handlers.contains { $0 === self }
  }

  /// Goes on answering the others only.
  func forget(_ event: EventDescriptor) { events.removeAll { $0 == event } }

  func callAsFunction(_ sent: AnyEvent) {
    if let node { handle(node, sent) }
  }
}

/// An event on its way: what happened, with its data.
public struct AnyEvent: Sendable {
  /// The event.
  public let name: EventDescriptor
  let payload: any Sendable

  /// The data, if this is an sent of that event.
  public func payload<Payload>(of event: Event<Payload>) -> Payload? {
    event.name == name ? payload as? Payload : nil
  }
}
