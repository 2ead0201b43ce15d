import EspalierHTTP
import Espalier
import EspalierLocks
import Synchronization

/// The approximate bytes of one page instance. They are part of the sums that they joined, until `leave`. Any thread may
/// read them.
final class Footprint: Sendable {
  private struct State {
    var bytes = 0
    var sums: [Counter] = []
    var hasLeft = false

    func add(_ change: Int) {
      if change != 0 { for sum in sums { sum.add(change) } }
    }
  }

  private let state = Lock(State())

  /// Adds the bytes to a sum, if any.
  init(in sum: Counter?) {
    if let sum { join(sum) }
  }

  /// The current bytes.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Adds the bytes to one more sum.
  func join(_ sum: Counter) {
    state.withLock { state in
      guard !state.hasLeft else { return }
      state.sums.append(sum)
      sum.add(state.bytes)
    }
  }

  /// Sets the bytes and updates the sums.
  func set(_ bytes: Int) {
    state.withLock { state in
      guard !state.hasLeft else { return }
      state.add(bytes - state.bytes)
      state.bytes = bytes
    }
  }

  /// Takes the bytes out of the sums, for good.
  func leave() {
    state.withLock { state in
      state.add(-state.bytes)
      (state.bytes, state.sums, state.hasLeft) = (0, [], true)
    }
  }
}

extension PageInstance {
  /// The average bytes of a node with its content and its rendered bytes, and the bytes of an instance without nodes.
  /// Measured over the demos, whose nodes take from 1.0 to 1.7 kB.
  private static let (node, empty) = (1_300, 12_000)

  /// Updates the footprint. Cost: a few additions.
  func noteFootprint() {
    footprint.set(
      Self.empty + Self.node * state.nodeCount + documents.weight + publisher.weight + replies.weight)
  }
}

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
