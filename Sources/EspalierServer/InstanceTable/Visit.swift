import Espalier
package import EspalierHTTP

/// A request's hold on an instance, from the lookup to the reply. A held instance is not removed, so that no tree
/// acknowledges an event after another tree has replaced it.
package final class Visit: Sendable {
  private let slot: InstanceSlot
  /// How many pieces of work may wait for the instance.
  private let limit: Int

  init(_ slot: InstanceSlot, waiting limit: Int) {
    self.slot = slot
    self.limit = limit
    slot.hold.enter()
  }

  deinit { slot.hold.leave() }

  package var owner: PersistedInstance.Owner { slot.owner }

  /// Makes the instance, if nobody else does.
  func begin() { slot.begin() }

  /// Runs work of a request on the instance, and holds it until then; tells `refuse` why if the instance cannot be made.
  /// Throws if too much waits for the instance.
  package func enter(
    _ work: @escaping @Sendable (isolated PageInstance) -> Void,
    otherwise refuse: @escaping @Sendable (HTTPError) -> Void
  ) throws(HTTPError) {
    guard slot.lane.length < limit else {
      throw HTTPError(.unavailable, "Too many requests wait for this page; try again later.")
        .crossing(.waiting, retryAfter: .seconds(1))
    }
    slot.enter({ instance in withExtendedLifetime(self) { work(instance) } }, otherwise: refuse)
  }
}

extension PageInstance {
  /// Retires the instance unless it has viewers or a request holds it.
  nonisolated func retire() -> Bool { hold.retire { isInUse } }

  /// Ends an instance that the table does not have. Its nodes know that they are part of a page, so it must end properly.
  nonisolated func end() {
    footprint.leave()
    submit { $0.tree.end() }
  }
}
