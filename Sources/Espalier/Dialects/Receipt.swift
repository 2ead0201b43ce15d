/// The result of one event, for a client that asks for JSON.
package enum Receipt {
  /// The receipt: the new version, the event's route, what was shared and which nodes were notified because of it, the
  /// patch, the page's new title, and the effects in the sender's window, if there are any. Without a delivery, the event is a repeat of one
  /// that took effect before the server was restarted. `prefix` comes before the URLs of the site.
  package static func document(
    _ delivery: Delivery?, version: String, instance: JSONObject, changes: ChangeSet?, effects: [Effect] = [],
    prefix: URLPrefix = .none
  ) -> JSON {
    var members: [(String, JSON)] = [("version", .string(version))]
    if let delivery {
      let route = delivery.route.map { ["node": .string($0.address), "handled": .bool($0.handled)] as JSON }
      members += [
        ("event", .string(delivery.event.label)), ("route", .array(route)), ("stopped", .bool(delivery.isStopped)),
        ("shared", .array(delivery.shares.map(share))), ("notified", .array(delivery.notifications.map(notification))),
      ]
    } else {
      members.append(("repeated", true))
    }
    members.append(("patch", changes.map(JSONDialect.patch) ?? []))
    if let title = changes?.title { members.append(("title", .string(title))) }
    if !effects.isEmpty { members.append(("effects", .array(effects.map { JSONDialect.effect($0, below: prefix) }))) }
    return .object(JSONObject(members + instance.members.map { ($0.name, $0.value) }))
  }

  private static func share(_ share: Trace.Share) -> JSON {
    [
      "name": .string(share.name), "by": .string(share.by), "to": .array(share.to.map { .string($0) }),
      "value": share.value,
    ]
  }

  private static func notification(_ notification: Trace.Notification) -> JSON {
    [
      "type": .string(notification.type), "scope": .string(notification.scope?.rawValue ?? "site"),
      "by": .string(notification.by), "to": .array(notification.to.map { .string($0) }),
    ]
  }
}
