import Glibc

/// Pauses the calling thread. A signal that does not end the process does not shorten the pause.
package func pause(_ time: Duration) {
  let (seconds, attoseconds) = max(.zero, time).components
  var wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  var left = timespec()
  // Safe: the kernel reads one local and writes what is left of the time into the other.
  while unsafe nanosleep(&wanted, &left) != 0 && errno == EINTR { wanted = left }
}

/// A thread that is joined or detached once. It takes no signals except those of its own crash; the thread that waits
/// for the other signals takes them.
package struct Thread: ~Copyable {
  private let handle: pthread_t

  /// Starts a thread; nil if the system refuses one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    final class Body {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let box = unsafe Unmanaged.passRetained(Body(body))
    var all = sigset_t()
    var before = sigset_t()
    var handle = pthread_t()
    // Safe: the sets are locals, and the thread gets the box's one retain (released here if no thread starts).
    // A new thread inherits the signal mask of its creator, so signals are blocked during the creation.
    unsafe sigfillset(&all)
    // A blocked fault would end the process silently: neither Swift's crash handler nor this server's would run.
    // Swift's handler stops the other threads with SIGPROF, to print where they are.
    for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGPROF] { unsafe sigdelset(&all, fault) }
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    let code = unsafe pthread_create(
      &handle, nil,
      { argument in
        if let argument = unsafe argument {
          let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
          body.run()
        }
        return nil
      }, box.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    self.handle = handle
    guard code == 0 else {
      unsafe box.release()
      return nil
    }
  }

  /// Lets the thread end without a join.
  package consuming func detach() { pthread_detach(handle) }

  /// Lets the calling thread end without a join.
  static func detachCurrent() { pthread_detach(pthread_self()) }

  /// Waits for the thread to end.
  consuming func join() {
    pthread_join(handle, nil)
  }
}
