import Synchronization

/// Whether an instance may be let go: how many requests hold it, and whether the table has let it go. From any thread.
final class InstanceHold: Sendable {
  private let visits = Atomic(0)
  /// Whether the table does not have it, not yet or no longer: what it does then is not saved.
  private let retired = Atomic(true)

  var isHeld: Bool { visits.load(ordering: .sequentiallyConsistent) > 0 }
  var isRetired: Bool { retired.load(ordering: .sequentiallyConsistent) }

  func enter() { visits.add(1, ordering: .sequentiallyConsistent) }
  func leave() { visits.subtract(1, ordering: .sequentiallyConsistent) }

  /// The table has it.
  func keep() { retired.store(false, ordering: .sequentiallyConsistent) }

  /// Retires the instance unless it is in use. Called under the table's lock, under which requests get their hold: only a save that no
  /// request waits for can come between the two looks.
  func retire(unless isInUse: () -> Bool) -> Bool {
    guard !isInUse() else { return false }
    retired.store(true, ordering: .sequentiallyConsistent)
    guard isInUse() else { return true }
    keep()
    return false
  }
}
