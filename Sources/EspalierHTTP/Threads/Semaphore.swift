import Glibc

/// A counter on which a thread waits until it is above zero.
@safe
final class Semaphore: @unchecked Sendable {
  // Sendable: several threads may call the C library's functions on one semaphore.
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    // Safe: allocated and initialised here, freed once in deinit; a semaphore must not move, so it has its own memory.
    unsafe semaphore = .allocate(capacity: 1)
    unsafe semaphore.initialize(to: sem_t())
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    // Safe: no other code has the semaphore any more.
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Adds one.
  func signal() { unsafe sem_post(semaphore) }

  /// Waits until it is above zero, and takes one.
  func wait() { while unsafe sem_wait(semaphore) != 0 && errno == EINTR {} }
}
