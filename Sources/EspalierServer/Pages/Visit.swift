import Synchronization

/// A request's hold on an instance, from the lookup to the reply: while there is one, the instance is not let go, so that nothing is
/// acknowledged by a tree that another has replaced.
final class Visit: Sendable {
  let instance: PageInstance

  init(_ instance: PageInstance) {
    self.instance = instance
    instance.visits.add(1, ordering: .relaxed)
  }

  deinit { instance.visits.subtract(1, ordering: .relaxed) }

  /// Runs work on the instance, which is held until then.
  func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    instance.enter { instance in withExtendedLifetime(self) { work(instance) } }
  }
}
