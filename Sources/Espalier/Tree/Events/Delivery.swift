/// One event's way up, as it happened: who was asked, who answered, and what was shared meanwhile.
package final class Delivery {
  /// One container on the way.
  package struct Stop: Hashable, Sendable {
    /// The container's address.
    package let address: String
    /// Whether it or one of its cells answered.
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
  /// Whether a container, a command or the site answered.
  package internal(set) var isHandled = false
  /// Whether a handler stopped the event before it reached the site.
  package internal(set) var isStopped = false
  /// Where the command was written that the event ran, if it did.
  package internal(set) var command: String?
  /// Whether addresses and values are to be written down; costs as much as was delivered.
  let isTraced: Bool

  /// Takes up what happened because of another event. `asPart`: as one of several that were one report, whose ways and
  /// answers count as its own.
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
  /// Runs what answers an event: what is sent, shared and posted meanwhile belongs to that event's delivery.
  func answering(_ delivery: Delivery, _ body: () -> Void) {
    let outer = self.delivery
    self.delivery = delivery
    body()
    self.delivery = outer
  }
}
