import Glibc

/// A mutex that one thread enters and leaves in two calls, where a closure around the protected code cannot be.
@safe
public final class ManualLock: @unchecked Sendable {
  // Sendable: a mutex is made for many threads.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Makes a mutex that nobody has entered.
  public init() {
    // Safe: allocated and initialised here, freed once in deinit.
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    // Safe: no other reference exists, so no thread is inside.
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Waits until no other thread is inside, and enters. The same thread must call `leave`, and must not enter twice.
  public func enter() { unsafe pthread_mutex_lock(mutex) }

  /// Enters unless a thread is inside. Returns whether it has entered.
  public func tryToEnter() -> Bool { unsafe pthread_mutex_trylock(mutex) == 0 }

  /// Lets the next thread in.
  public func leave() { unsafe pthread_mutex_unlock(mutex) }
}
