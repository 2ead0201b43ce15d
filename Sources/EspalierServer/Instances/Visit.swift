import EspalierHTTP

/// A request's hold on an instance, from the lookup to the reply: while there is one, the instance is not let go, so that nothing is
/// acknowledged by a tree that another has replaced.
package final class Visit: Sendable {
  package let instance: PageInstance

  init(_ instance: PageInstance) {
    self.instance = instance
    instance.hold.enter()
  }

  deinit { instance.hold.leave() }

  /// Runs work on the instance, which is held until then.
  func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    instance.enter { instance in withExtendedLifetime(self) { work(instance) } }
  }
}

extension PageInstance {
  /// Retires the instance unless somebody looks at it or a request holds it.
  nonisolated func retire() -> Bool { hold.retire { isInUse } }
}
