/// One event's way up, as it happened: who was asked, who answered, and what was shared meanwhile.
public final class Delivery {
  /// One container on the way.
  public struct Stop: Hashable, Sendable {
    /// The container's address.
    public let address: String
    /// Whether it or one of its cells answered.
    public let handled: Bool
  }

  /// One value that was shared while the event was being answered.
  public struct Share: Hashable, Sendable {
    /// The name of the data.
    public let name: String
    /// The address of the container that shared it.
    public let by: String
    /// The addresses of the nodes that received it.
    public let to: [String]
    /// The value as JSON; its description where it has no JSON form.
    public let value: JSON
  }

  /// One notification that was posted while the event was being answered.
  public struct Notification: Hashable, Sendable {
    /// The name of the protocol or class whose nodes were called.
    public let type: String
    /// Whom it was for; nil for all nodes of all pages, by the site.
    public let scope: NotificationScope?
    /// The address of the node that posted it.
    public let by: String
    /// The addresses of the nodes that were called, in order.
    public internal(set) var to: [String]
  }

  /// The event.
  public let event: EventName
  /// The node that sent it.
  weak let sender: Node?
  /// The containers on the way, from the sender's up to the root.
  public internal(set) var route: [Stop] = []
  /// What was shared, in order.
  public internal(set) var shares: [Share] = []
  /// What was posted, in order.
  public internal(set) var notifications: [Notification] = []
  /// Whether a container, a command or the site answered.
  public internal(set) var isHandled = false
  /// Whether a handler stopped the event before it reached the site.
  public internal(set) var isStopped = false
  /// Where the command was written that the event ran, if it did.
  public internal(set) var command: String?
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

  init(event: EventName, from sender: Node, isTraced: Bool) {
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
