/// What became of one event, for a client that asks for JSON.
public enum Receipt {
  /// The receipt: the new version, the way the event took, what was shared because of it, and the patch.
  public static func document(
    _ delivery: Delivery, version: String, instance: JSONObject, changes: ChangeSet?
  ) -> JSON {
    .object(
      JSONObject(
        [
          ("version", .string(version)),
          ("event", .string(delivery.event.label)),
          (
            "route",
            .array(delivery.route.map { ["node": .string($0.address), "handled": .bool($0.handled)] })
          ),
          ("stopped", .bool(delivery.isStopped)),
          ("shared", .array(delivery.shares.map(share))),
          ("patch", changes.map(JSONDialect.patch) ?? []),
        ] + instance.members.map { ($0.name, $0.value) }))
  }

  private static func share(_ share: Delivery.Share) -> JSON {
    [
      "name": .string(share.name), "by": .string(share.by), "to": .array(share.to.map { .string($0) }),
      "value": share.value,
    ]
  }
}
