import Synchronization

/// Which thread leads a loop: the leader/followers pattern (Schmidt et al., Pattern-Oriented Software Architecture 2).
///
/// The leader waits for sockets and runs the daemon. To run page code, it steps out, and nobody touches the loop
/// meanwhile. If it stays out for long, another thread takes the lead, and the first thread ends when its page code
/// returns. So quick page code runs without a change of threads, and slow page code blocks nobody.
struct Leadership: ~Copyable {
  /// Counts the steps out and back. Odd means that the leader is out.
  private let steps = Atomic<UInt64>(0)

  /// The leader steps out. Returns the count to come back with.
  func stepOut() -> UInt64 { steps.add(1, ordering: .sequentiallyConsistent).newValue }

  /// The leader comes back. Returns false if another thread leads by now.
  func comeBack(from step: UInt64) -> Bool { move(from: step) }

  /// The count if the leader is out, otherwise nil.
  var stepOfAbsence: UInt64? {
    let step = steps.load(ordering: .sequentiallyConsistent)
    return step % 2 == 1 ? step : nil
  }

  /// The calling thread takes the lead from a leader that has been out since `step`. Returns false if that leader is
  /// back.
  func take(from step: UInt64) -> Bool { move(from: step) }

  private func move(from step: UInt64) -> Bool {
    steps.compareExchange(expected: step, desired: step + 1, ordering: .acquiringAndReleasing).exchanged
  }
}
