import EspalierLocks
import Synchronization

/// Counts the work of a site's pages that has not ended, so that a test can wait for its end: the work that pages leave
/// to each other, and the tasks of their nodes.
///
/// Work that starts other work counts until it has started it, so the count is 0 only when nothing is left. To begin or
/// end costs one atomic addition.
final class UnfinishedWork: Sendable {
  private struct Waiting {
    var next = 0
    var calls: [Int: (reply: CheckedContinuation<Bool, Never>, timer: Task<Void, Never>)] = [:]
  }

  private let count = Atomic(0)
  private let waiters = Atomic(0)
  private let waiting = Lock(Waiting())

  func begin() { count.add(1, ordering: .sequentiallyConsistent) }

  func end() {
    let left = count.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0, waiters.load(ordering: .sequentiallyConsistent) > 0 { answerAll() }
  }

  /// Whether nothing is left.
  var isOver: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// A piece of work that ends when nobody refers to it any more.
  func piece() -> Piece { Piece(of: self) }

  final class Piece: Sendable {
    private let work: UnfinishedWork
    fileprivate init(of work: UnfinishedWork) {
      self.work = work
      work.begin()
    }
    deinit { work.end() }
  }

  /// Waits until nothing is left. Returns false if that takes longer than the limit.
  func ends(within limit: Duration) async -> Bool {
    await withCheckedContinuation { call in
      let number = waiting.withLock { waiting in
        let number = waiting.next
        waiting.next += 1
        let timer = Task {
          try? await Task.sleep(for: limit)
          self.answer(number, false)
        }
        waiting.calls[number] = (call, timer)
        return number
      }
      waiters.add(1, ordering: .sequentiallyConsistent)
      // `end` counts first and then looks for waiters, and this adds a waiter first and then looks at the count. So at
      // least one of the two sees the other.
      if count.load(ordering: .sequentiallyConsistent) == 0 { answer(number, true) }
    }
  }

  private func answerAll() {
    for number in waiting.withLock({ Array($0.calls.keys) }) { answer(number, true) }
  }

  private func answer(_ number: Int, _ hasEnded: Bool) {
    guard let call = waiting.withLock({ $0.calls.removeValue(forKey: number) }) else { return }
    waiters.subtract(1, ordering: .sequentiallyConsistent)
    call.timer.cancel()
    call.reply.resume(returning: hasEnded)
  }
}
