internal import CMicroHTTPD
import Glibc

/// An epoll set. Each event carries its descriptor.
struct Epoll: ~Copyable {
  private let descriptor: Int32

  init() throws(ServerError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw ServerError(.system, "Could not open an epoll set.", number: errno) }
  }

  /// Watches for input.
  func addInput(_ other: Int32) { add(other, EPOLLIN.rawValue) }

  /// Watches once for the peer to end its side.
  func addHangUp(_ other: Int32) { add(other, EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue) }

  /// Stops watching.
  func remove(_ other: Int32) {
    _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, other, nil)
  }

  /// Waits, then calls `body` with each descriptor that has an event.
  func wait(milliseconds: Int32, _ body: (Int32) -> Void) {
    // Safe: the kernel fills `count` events of the buffer.
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
      let count = unsafe epoll_wait(descriptor, events.baseAddress, 64, milliseconds)
      for index in 0..<max(0, Int(count)) { body(unsafe events[index].data.fd) }
    }
  }

  private func add(_ other: Int32, _ events: UInt32) {
    // Safe: the event is a local, a union of which only the descriptor is ever used.
    var event = unsafe epoll_event()
    unsafe event.events = events
    unsafe event.data.fd = other
    _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, other, &event)
  }

  deinit { close(descriptor) }
}
