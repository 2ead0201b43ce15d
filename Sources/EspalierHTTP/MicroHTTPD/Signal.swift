internal import CMicroHTTPD
import Glibc

/// An eventfd: wakes a loop that waits.
struct Signal: ~Copyable {
  let descriptor: Int32

  init() throws(ServerError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else { throw ServerError(.system, "Could not open an eventfd.", number: errno) }
  }

  /// Makes the descriptor readable.
  func set() { _ = eventfd_write(descriptor, 1) }

  /// Makes it unreadable again.
  func clear() {
    var value: eventfd_t = 0
    // Safe: fills the local.
    _ = unsafe eventfd_read(descriptor, &value)
  }

  deinit { close(descriptor) }
}
