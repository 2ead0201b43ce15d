import Synchronization

/// Which thread leads a loop: the leader/followers pattern (Schmidt et al., Pattern-Oriented Software Architecture 2).
///
/// The leader waits for sockets and runs the daemon. To run a page's code it steps out; nothing of the loop is touched meanwhile. If it
/// stays out for long, another thread takes the lead, and the first one ends when that code returns. So page code runs
/// without a change of threads as long as it is quick, and blocks nobody when it is not.
struct Leadership: ~Copyable {
  /// Counts the steps out and back. Odd: the leader is out.
  private let steps = Atomic<UInt64>(0)

  /// The leader steps out. Returns the count to come back with.
  func stepOut() -> UInt64 { steps.add(1, ordering: .sequentiallyConsistent).newValue }

  /// The leader comes back. False where another thread leads by now.
  func comeBack(from step: UInt64) -> Bool { move(from: step) }

  /// The count, where the leader is out.
  var stepOfAbsence: UInt64? {
    let step = steps.load(ordering: .sequentiallyConsistent)
    return step % 2 == 1 ? step : nil
  }

  /// The calling thread takes the lead from one that has been out since a step. False where that one is back.
  func take(from step: UInt64) -> Bool { move(from: step) }

  private func move(from step: UInt64) -> Bool {
    steps.compareExchange(expected: step, desired: step + 1, ordering: .acquiringAndReleasing).exchanged
  }
}
