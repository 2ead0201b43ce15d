import Glibc

/// A counter on which a thread waits until it is above zero, or until a time is over. A `Semaphore` cannot measure that
/// time by the monotonic clock.
@safe
package final class Bell: @unchecked Sendable {
  // Sendable: the mutex guards the counter, and several threads may call the C library's functions on both objects.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var rings = 0

  package init() {
    // Safe: allocated and initialised here, freed once in deinit; neither must move, so both have memory of their own.
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    // Safe: no other code has the object any more.
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Adds one.
  package func ring() {
    // Safe: the mutex guards the counter.
    unsafe pthread_mutex_lock(mutex)
    rings += 1
    unsafe pthread_mutex_unlock(mutex)
    unsafe pthread_cond_signal(condition)
  }

  /// Waits until it is above zero, and takes all. Returns false if that takes longer than `limit`; nil waits for ever.
  @discardableResult
  package func wait(atMost limit: Duration? = nil) -> Bool {
    var end = timespec()
    if let limit { end = Self.time(after: limit) }
    // Safe: the mutex guards the counter, and is held when the condition is waited for.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while rings == 0 {
      let code =
        limit == nil
        ? unsafe pthread_cond_wait(condition, mutex) : unsafe pthread_cond_timedwait(condition, mutex, &end)
      if code == ETIMEDOUT { break }
    }
    defer { rings = 0 }
    return rings > 0
  }

  private static func time(after limit: Duration) -> timespec {
    let (seconds, attoseconds) = max(.zero, limit).components
    var time = timespec()
    // Safe: the call writes one local.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
    time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}
