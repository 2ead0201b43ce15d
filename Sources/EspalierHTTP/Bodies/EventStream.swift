import EspalierLocks

/// A response body that is written while it is sent. Any thread adds bytes; the loop of the connection takes them.
///
/// A stream holds a limited number of bytes, but always accepts one frame, however large. If it is full, `send` returns
/// `.full`, and the sender calls `whenDrained` to continue later. So a slow reader does not make the server buffer
/// without limit.
package final class EventStream: Sendable {
  /// Why a stream ended.
  package enum End: Sendable, Equatable {
    /// The server closed the stream. The reader gets everything that was sent, then the end.
    case finished
    /// The reader disconnected, or never connected.
    case gone
    /// The server broke off the stream on purpose. The reader gets everything that was sent, but no end.
    case broken
  }

  /// The result of sending bytes.
  package enum Sent: Sendable, Equatable {
    /// The bytes wait for the reader.
    case queued
    /// The stream took none of the bytes, because too many already wait. See `whenDrained`.
    case full
    /// The stream has ended.
    case closed
  }

  /// The result of one `take`.
  package enum Taken: Sendable {
    case bytes(ArraySlice<UInt8>)
    /// No bytes wait. The reader is parked and will be woken.
    case nothing
    case end(End)
  }

  private struct State {
    var chunks = ChunkQueue()
    /// How many bytes of the first chunk were taken.
    var offset = 0
    var pending = 0
    var isParked = false
    var end: End?
    /// Wakes the parked reader. It runs under the stream's lock, so it must only forward the signal.
    var wake: (@Sendable () -> Void)?
    var hadReader = false
    var onDrain: (@Sendable () -> Void)?
    var onClose: [@Sendable (End) -> Void] = []
  }

  private let state: Lock<State>
  private let limit: Int
  package let heartbeat: Heartbeat?

  /// Makes the bytes of a heartbeat from the interval between heartbeats.
  package typealias Heartbeat = @Sendable (Duration) -> [UInt8]

  /// An open stream. `limit` is the number of bytes that may wait for the reader. The stream sends `heartbeat` when the
  /// reader attaches and after each long silence. Without `heartbeat`, it sends a comment line of server-sent events
  /// after a silence.
  package init(limit: Int = 128 << 10, heartbeat: Heartbeat? = nil) {
    self.limit = limit
    self.heartbeat = heartbeat
    state = Lock(State())
  }

  /// Whether bytes sent now may still reach the reader.
  package var isOpen: Bool { end == nil }

  /// How the stream ended; nil while it is open.
  package var end: End? { state.withLock { $0.end } }

  /// The number of bytes sent but not yet taken.
  package var pending: Int { state.withLock { $0.pending } }

  /// Appends bytes without copying them, if the stream has room.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Sent {
    state.withLock { state in
      guard state.end == nil else { return .closed }
      // One frame always fits; otherwise a large snapshot could never be sent. The limit applies to what a slow reader
      // leaves.
      guard state.pending == 0 || state.pending + bytes.count <= limit else { return .full }
      Self.append(bytes, &state)
      return .queued
    }
  }

  /// Appends bytes even if the stream is full, for messages that must arrive.
  package func sendAnyway(_ bytes: [UInt8]) {
    state.withLock { if $0.end == nil { Self.append(bytes, &$0) } }
  }

  /// Calls `action` once, when the reader has taken everything and asks for more. Calls it at once if nothing waits,
  /// and never if the stream ends first. `action` runs on the thread that noticed.
  package func whenDrained(_ action: @escaping @Sendable () -> Void) {
    let isDrained = state.withLock { state in
      guard state.end == nil else { return false }
      if state.pending > 0 { state.onDrain = action }
      return state.pending == 0
    }
    if isDrained { action() }
  }

  /// Ends the stream. Bytes sent before still reach the reader.
  package func close() { finish(.finished) }

  /// Calls `action` once when the stream ends, or at once if it has already ended. `action` runs on the thread that
  /// ended it.
  package func onClose(_ action: @escaping @Sendable (End) -> Void) {
    let ended = state.withLock { state -> End? in
      if state.end == nil { state.onClose.append(action) }
      return state.end
    }
    if let ended { action(ended) }
  }

  /// Ends the stream for a reason; later reasons are ignored.
  package func finish(_ end: End) {
    let actions = state.withLock { state -> [@Sendable (End) -> Void] in
      guard state.end == nil else { return [] }
      state.end = end
      if end == .gone { (state.chunks, state.offset, state.pending) = (ChunkQueue(), 0, 0) }
      Self.wake(&state)
      // The reader takes the rest without parking, so nobody must wake it again. Releasing the closure breaks the
      // reference cycle through the reader.
      state.wake = nil
      state.onDrain = nil
      defer { state.onClose = [] }
      return state.onClose
    }
    for action in actions { action(end) }
  }

  /// Sets the closure that wakes the reader. A stream has at most one reader; returns false for a second one.
  package func attach(wake: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.hadReader else { return false }
      state.hadReader = true
      if state.end == nil { state.wake = wake }
      return true
    }
  }

  /// Takes up to `count` bytes. If none wait, calls `park` under the stream's lock, so that no wake-up is lost.
  package func take(atMost count: Int, park: (() -> Void)?) -> Taken {
    let (taken, onDrain) = state.withLock { state -> (Taken, (@Sendable () -> Void)?) in
      guard state.chunks.isEmpty else { return (.bytes(Self.takeHead(atMost: count, &state)), nil) }
      if let end = state.end { return (.end(end), nil) }
      if let park {
        state.isParked = true
        park()
      }
      return (.nothing, state.onDrain.take())
    }
    onDrain?()
    return taken
  }

  /// Sends the first heartbeat, so that the reader knows the interval.
  func begin(beatingEach interval: Duration) {
    if let heartbeat { sendAnyway(heartbeat(interval)) }
  }

  /// Sends the heartbeat if the reader is parked, that is, if the stream is silent and the connection idle.
  func beat(each interval: Duration) {
    let bytes = heartbeat?(interval) ?? Array(":\n\n".utf8)
    state.withLock { state in
      if state.isParked && state.end == nil { Self.append(bytes, &state) }
    }
  }

  private static func append(_ bytes: [UInt8], _ state: inout State) {
    guard !bytes.isEmpty else { return }
    state.chunks.append(bytes)
    state.pending += bytes.count
    wake(&state)
  }

  private static func wake(_ state: inout State) {
    guard state.isParked else { return }
    state.isParked = false
    state.wake?()
  }

  private static func takeHead(atMost count: Int, _ state: inout State) -> ArraySlice<UInt8> {
    let chunk = state.chunks.first
    let slice = chunk[state.offset..<min(state.offset + count, chunk.count)]
    state.pending -= slice.count
    state.offset = slice.endIndex
    if state.offset == chunk.count {
      state.chunks.removeFirst()
      state.offset = 0
    }
    return slice
  }
}
