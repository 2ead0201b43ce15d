public import Glibc

/// A mutex around a value. It is not `Synchronization.Mutex`, which the thread sanitizer does not see, so that it
/// reports false races.
///
/// The value must not be a function; put a function into a struct. In a build without optimisation, Swift wraps a function
/// that a generic type holds at each access, and stores the wrapped one. After some hundred thousand accesses a call of it
/// would need more stack than there is.
@safe
public final class Lock<Value>: @unchecked Sendable {
  // Sendable: the value is only accessed between lock and unlock of the mutex.
  // Safe: for the same reason no two accesses overlap, so the value needs no check of exclusivity of its own. A thread
  // that takes its lock twice waits for ever, before it accesses the value twice.
  @exclusivity(unchecked) @usableFromInline var value: Value
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Makes a lock around a value.
  @inlinable
  public init(_ value: sending Value) {
    // Safe: nothing else has the lock yet.
    unsafe self.value = value
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
  @inline(__always)
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // Safe: the mutex lives as long as self, and guards the value.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value)
  }
}
