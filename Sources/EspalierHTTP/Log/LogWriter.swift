import EspalierLocks
import Glibc

/// Writes lines to a descriptor on its own thread, so that a pipe that nobody reads blocks neither a request nor the
/// end of the process. Lines that do not fit into the queue are dropped and counted.
final class LogWriter: Sendable {
  /// The maximum number of bytes that may wait.
  static let room = 1 << 20
  /// How long a process that ends waits for the queued lines.
  static let patience = Duration.milliseconds(500)

  private struct State {
    var queue = LineQueue(room: LogWriter.room)
    var isRunning = false
    /// Whether the thread is writing.
    var isWriting = false
  }

  private let descriptor: Int32
  private let state = Lock(State())
  private let semaphore = Semaphore()
  /// Lines dropped since the start.
  let lost = Counter()

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Queues whole lines, each with its line end. Never blocks.
  func write(_ lines: [UInt8]) {
    let (dropped, wakes, isFirst) = state.withLock { state in
      let wasEmpty = state.queue.isEmpty
      let dropped = state.queue.add(lines)
      defer { state.isRunning = true }
      return (dropped, wasEmpty, !state.isRunning)
    }
    if dropped > 0 { lost.add(dropped) }
    if isFirst { start() }
    if wakes { semaphore.signal() }
  }

  /// If no thread can start, the caller writes the lines itself.
  private func start() {
    guard let thread = Thread({ [self] in while true { writeNext() } }) else {
      state.withLock { $0.isRunning = false }
      return writeQueued()
    }
    thread.detach()
  }

  private func writeNext() {
    semaphore.wait()
    writeQueued()
  }

  private func writeQueued() {
    let (lines, lost) = state.withLock { state in
      state.isWriting = true
      return state.queue.take()
    }
    put(lines)
    if lost > 0 { put(Self.line(aboutLost: lost)) }
    state.withLock { $0.isWriting = false }
  }

  private static func line(aboutLost lines: Int) -> [UInt8] {
    var line = LogLine(.warning, "lost", at: .now)
    line.add("lines", lines)
    line.add("detail", "Standard error was not read for a while, so the server dropped this many log lines.")
    return line.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes all lines, however long that takes. Lines that cannot be written are lost.
  private func put(_ lines: [UInt8]) {
    var rest = lines[...]
    while !rest.isEmpty {
      // Safe: the buffer is read within the call.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // Safe: the call reads and writes one local.
        _ = unsafe poll(&wanted, 1, -1)
      } else if errno != EINTR {
        lost.add(rest.count { $0 == UInt8(ascii: "\n") })
        return
      }
    }
  }

  /// Waits until everything that is queued has been written, but no longer than `limit`.
  func flush(within limit: Duration = LogWriter.patience) {
    let end = ContinuousClock.now + limit
    while state.withLock({ !$0.queue.isEmpty || $0.isWriting }) && ContinuousClock.now < end { pause(.milliseconds(1)) }
  }
}
