import Glibc
import Synchronization

/// SIGTERM and SIGINT as something to wait for, while this value lives.
///
/// A handler and a pipe, not `sigwait`: a program with an async `main` leaves its first thread in libdispatch with every signal
/// unblocked, and the default action there would end the process before the waiting thread hears of it.
struct Termination: ~Copyable {
  /// Where the handler writes; dispositions are the process' own, so this is too. -1 where nobody waits.
  private static let pipeEnd = Atomic<Int32>(-1)

  private let reading: Int32
  private let writing: Int32

  /// Takes both signals over; a second one at a time is refused. SIGPIPE is ignored from then on: a peer that leaves must not end
  /// the process.
  init() throws(ServerError) {
    var ends: [Int32] = [-1, -1]
    // Safe: pipe fills two integers.
    guard unsafe pipe(&ends) == 0 else { throw ServerError(.system, "Could not open a pipe.", number: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (isFirst, _) = Self.pipeEnd.compareExchange(expected: -1, desired: ends[1], ordering: .sequentiallyConsistent)
    guard isFirst else {
      for end in ends { close(end) }
      throw ServerError(.alreadyStarted, "Another server of this process waits for signals.")
    }
    (reading, writing) = (ends[0], ends[1])
    signal(SIGPIPE, SIG_IGN)
    signal(SIGTERM, Self.handle)
    signal(SIGINT, Self.handle)
  }

  /// Only what is safe in a handler: an atomic load and a write.
  private static let handle: @convention(c) (Int32) -> Void = { _ in
    let saved = errno
    var byte: UInt8 = 0
    // Safe: one byte of a local.
    _ = unsafe write(pipeEnd.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }

  /// Waits for either signal.
  func wait() {
    var byte: UInt8 = 0
    // Safe: one byte into a local.
    while unsafe read(reading, &byte, 1) < 0 && errno == EINTR {}
  }

  deinit {
    signal(SIGTERM, SIG_DFL)
    signal(SIGINT, SIG_DFL)
    Self.pipeEnd.store(-1, ordering: .sequentiallyConsistent)
    close(reading)
    close(writing)
  }
}
