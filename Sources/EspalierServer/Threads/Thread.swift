import Glibc

/// A thread of our own that is joined once; it takes no signals, those are for the thread that waits for them.
struct Thread: ~Copyable {
  private let handle: pthread_t

  /// Starts a thread; nil where the system refuses one.
  init?(_ body: @escaping @Sendable () -> Void) {
    final class Body {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let box = unsafe Unmanaged.passRetained(Body(body))
    var all = sigset_t()
    var before = sigset_t()
    var handle = pthread_t()
    // Safe: the sets are locals, and the box's one retain is handed to the thread (taken back where there is none).
    // A new thread inherits its maker's mask, so signals are blocked around the making.
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    let code = unsafe pthread_create(
      &handle, nil,
      { argument in
        if let argument = unsafe argument { unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    self.handle = handle
    guard code == 0 else {
      unsafe box.release()
      return nil
    }
  }

  /// Lets the thread end alone.
  consuming func detach() { pthread_detach(handle) }

  /// Waits for the thread to end.
  consuming func join() {
    pthread_join(handle, nil)
  }
}
