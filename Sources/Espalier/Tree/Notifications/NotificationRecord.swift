/// Records which nodes a notification called, for a receipt and for a trace. The record is at the position where the
/// notification was posted, so the effects of its listeners come after it.
final class NotificationRecord {
  private var notification: Trace.Notification
  private let tree: Tree
  private let delivery: Delivery?
  private let placeInDelivery: Int
  private let placeInTrace: Int

  /// Nil if neither a receipt nor a trace is recorded. The cost grows with the number of called nodes.
  init?(of type: String, from poster: (node: Node, scope: NotificationScope)?, in tree: Tree) {
    delivery = tree.delivery.flatMap { $0.isTraced ? $0 : nil }
    guard delivery != nil || tree.isWatched else { return nil }
    self.tree = tree
    notification = Trace.Notification(
      type: type, scope: poster?.scope, by: poster?.node.address ?? "site", to: [])
    placeInDelivery = delivery?.notifications.count ?? 0
    placeInTrace = tree.trace?.steps.count ?? 0
    delivery?.notifications.append(notification)
    tree.note(.notified(notification))
  }

  func add(_ node: Node) { notification.to.append(node.address) }

  func close() {
    delivery?.notifications[placeInDelivery] = notification
    tree.trace?.amend(placeInTrace, .notified(notification))
  }
}
