package import Glibc

/// A mutex around a value. It is not `Synchronization.Mutex`, which the thread sanitizer does not see, so that it
/// reports false races.
@safe
package final class Lock<Value>: @unchecked Sendable {
  // Sendable: the value is only accessed between lock and unlock of the mutex.
  @usableFromInline var value: Value
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  @inlinable
  package init(_ value: sending Value) {
    self.value = value
    // Safe: allocated and initialised here, freed once in deinit; a mutex must not move, so it has its own memory.
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  @inlinable
  deinit {
    // Safe: no other reference to the lock exists, so no thread holds it.
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` while holding the lock. `body` must not call code that takes this lock again.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // Safe: the mutex lives as long as self.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
