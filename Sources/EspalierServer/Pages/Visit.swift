import EspalierHTTP
import Synchronization

/// A request's hold on an instance, from the lookup to the reply: while there is one, the instance is not let go, so that nothing is
/// acknowledged by a tree that another has replaced.
package final class Visit: Sendable {
  package let instance: PageInstance

  init(_ instance: PageInstance) {
    self.instance = instance
    instance.visits.add(1, ordering: .sequentiallyConsistent)
  }

  deinit { instance.visits.subtract(1, ordering: .sequentiallyConsistent) }

  /// Runs work on the instance, which is held until then.
  func enter(_ work: @escaping @Sendable (isolated PageInstance) -> Void) {
    instance.enter { instance in withExtendedLifetime(self) { work(instance) } }
  }
}

extension PageInstance {
  /// Retires the instance unless it is in use. Called under the table's lock, under which requests get their hold: only a save that no
  /// request waits for can come between the two looks.
  nonisolated func retire() -> Bool {
    guard !isInUse else { return false }
    isRetired.store(true, ordering: .sequentiallyConsistent)
    guard isInUse else { return true }
    isRetired.store(false, ordering: .sequentiallyConsistent)
    return false
  }
}
