import EspalierHTTP

/// A request's hold on an instance, from the lookup to the reply. A held instance is not removed, so that no tree
/// acknowledges an event after another tree has replaced it.
package final class Visit: Sendable {
  package let instance: PageInstance

  init(_ instance: PageInstance) {
    self.instance = instance
    instance.hold.enter()
  }

  deinit { instance.hold.leave() }

  /// Runs work of a request on the instance, and holds it until then. Throws if too much waits for the instance.
  func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) throws(HTTPError) {
    let most = instance.surroundings.limits.waiting
    guard instance.lane.length < most else {
      throw HTTPError(.unavailable, "Too many requests wait for this page; try again later.")
        .crossing(.waiting, retryAfter: .seconds(1))
    }
    instance.enter { instance in withExtendedLifetime(self) { work(instance) } }
  }
}

extension PageInstance {
  /// Retires the instance unless it has viewers or a request holds it.
  nonisolated func retire() -> Bool { hold.retire { isInUse } }
}
