/// The record of one event's way up: the containers that it reached, those that handled it, and what was shared
/// meanwhile.
package final class Delivery {
  /// One container on the way.
  package struct Stop: Hashable, Sendable {
    /// The container's address.
    package let address: String
    /// Whether the container or one of its cells handled the event.
    package let handled: Bool
  }

  /// The event.
  package let event: EventDescriptor
  /// The node that sent it.
  weak let sender: Node?
  /// The containers on the way, from the sender's up to the root.
  package internal(set) var route: [Stop] = []
  /// What was shared, in order.
  package internal(set) var shares: [Trace.Share] = []
  /// What was posted, in order.
  package internal(set) var notifications: [Trace.Notification] = []
  /// Whether a container, a command or the site handled the event.
  package internal(set) var isHandled = false
  /// Whether a handler stopped the event before it reached the site.
  package internal(set) var isStopped = false
  /// Where the command that the event ran was declared; nil if the event ran none.
  package internal(set) var command: String?
  /// Whether to record addresses and values. The cost grows with what is delivered.
  let isTraced: Bool

  /// Adds the effects of another event. With `asPart`, the other event is one of several in one report: its route, and
  /// whether it was handled, count too.
  func absorb(_ other: Delivery, asPart: Bool = false) {
    shares += other.shares
    notifications += other.notifications
    guard asPart else { return }
    route += other.route
    isHandled = isHandled || other.isHandled
  }

  init(event: EventDescriptor, from sender: Node, isTraced: Bool) {
    self.event = event
    self.sender = sender
    self.isTraced = isTraced
  }
}

extension Tree {
  /// Runs the handlers of an event. Everything that they send, share and post belongs to that event's delivery.
  func answering(_ delivery: Delivery, _ body: () -> Void) {
    let outer = self.delivery
    self.delivery = delivery
    body()
    self.delivery = outer
  }
}
