import Glibc
import Synchronization

/// Waits for the signals that end a server, while this value lives: SIGTERM, SIGINT and SIGHUP.
///
/// It logs SIGUSR1, SIGUSR2 and SIGALRM once and ignores them; by default they would end the process without a graceful
/// stop. It uses a handler and a pipe, not `sigwait`: a program with an async `main` leaves its first thread in
/// libdispatch with every signal unblocked, and the default action there would end the process before the waiting
/// thread gets the signal.
struct Termination: ~Copyable {
  /// The pipe to which the handler writes; -1 if nobody waits. One per process, because the process has one set of
  /// signal handlers.
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let ending = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"]
  private static let ignored = [SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGALRM: "SIGALRM"]

  private let reading: Int32
  private let writing: Int32

  /// Takes over the signals. Throws if another value in this process has them. From then on the process ignores
  /// SIGPIPE: a peer that leaves must not end it.
  init() throws(ServerError) {
    var ends: [Int32] = [-1, -1]
    // Safe: pipe fills two integers.
    guard unsafe pipe(&ends) == 0 else { throw ServerError(.system, "Could not open a pipe.", number: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (isFirst, _) = Self.pipeEnd.compareExchange(expected: -1, desired: ends[1], ordering: .sequentiallyConsistent)
    guard isFirst else {
      for end in ends { close(end) }
      throw ServerError(.alreadyStarted, "Another server in this process already waits for signals.")
    }
    (reading, writing) = (ends[0], ends[1])
    signal(SIGPIPE, SIG_IGN)
    for number in Self.ending.keys where number != SIGHUP || !Self.isIgnored(number) { signal(number, Self.handle) }
    for number in Self.ignored.keys { signal(number, Self.handle) }
  }

  /// Does only what is safe in a signal handler: an atomic load and a write.
  private static let handle: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    // Safe: one byte of a local.
    _ = unsafe write(pipeEnd.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }

  /// Whether the process was started with the signal ignored, as `nohup` does on purpose with SIGHUP.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // Safe: the call fills the local, and the address of the handler is only compared as a number.
    let code = unsafe sigaction(number, nil, &action)
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return code == 0 && handler == 1
  }

  /// Waits for a signal that ends the server. From then on a second one ends the process at once.
  func wait(_ log: Log) {
    var logged: Set<Int32> = []
    while let number = next(), Self.ending[number] == nil {
      guard let name = Self.ignored[number], logged.insert(number).inserted else { continue }
      log.write(.warning, "signal") {
        $0.add("signal", name)
        $0.add("detail", "The server ignores this signal. SIGTERM, SIGINT and SIGHUP end the server.")
      }
    }
    for number in Self.ending.keys where !Self.isIgnored(number) { signal(number, SIG_DFL) }
  }

  /// The next signal; nil if the pipe cannot be read any more.
  private func next() -> Int32? {
    var byte: UInt8 = 0
    // Safe: one byte into a local.
    var count = unsafe read(reading, &byte, 1)
    while count < 0 && errno == EINTR { count = unsafe read(reading, &byte, 1) }
    return count == 1 ? Int32(byte) : nil
  }

  deinit {
    for number in Array(Self.ending.keys) + Self.ignored.keys where !Self.isIgnored(number) { signal(number, SIG_DFL) }
    Self.pipeEnd.store(-1, ordering: .sequentiallyConsistent)
    close(reading)
    close(writing)
  }
}
