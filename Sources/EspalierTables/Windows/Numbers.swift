import EspalierLocks

/// Gives each caller another number.
final class Numbers: Sendable {
  private let last = Lock(0)

  func next() -> Int {
    last.withLock {
      $0 += 1
      return $0
    }
  }
}
