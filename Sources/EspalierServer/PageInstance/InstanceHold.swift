import Synchronization

/// Shows whether an instance may be removed: how many requests hold it, and whether the table has removed it. Any
/// thread may use it.
final class InstanceHold: Sendable {
  private let visits = Atomic(0)
  /// Whether the table does not have the instance, not yet or no longer. Its changes are not saved then.
  private let retired = Atomic(true)

  var isHeld: Bool { visits.load(ordering: .sequentiallyConsistent) > 0 }
  var isRetired: Bool { retired.load(ordering: .sequentiallyConsistent) }

  func enter() { visits.add(1, ordering: .sequentiallyConsistent) }
  func leave() { visits.subtract(1, ordering: .sequentiallyConsistent) }

  /// The table has the instance.
  func keep() { retired.store(false, ordering: .sequentiallyConsistent) }

  /// The table has removed the instance although it may be in use.
  func end() { retired.store(true, ordering: .sequentiallyConsistent) }

  /// Retires the instance unless it is in use. Called under the table's lock. Requests also get their hold under this
  /// lock, so only a save that no request waits for can start between the two checks.
  func retire(unless isInUse: () -> Bool) -> Bool {
    guard !isInUse() else { return false }
    retired.store(true, ordering: .sequentiallyConsistent)
    guard isInUse() else { return true }
    keep()
    return false
  }
}
