import EspalierLocks

/// A body that is written while it is read: bytes go in from any thread, whoever holds the connection takes them out.
///
/// A stream holds a bounded number of bytes, but always one frame, however large. A full one takes nothing more: its sender is told,
/// and asks to hear when the reader has taken all, instead of making the server remember for a slow reader.
package final class EventStream: Sendable {
  /// Why a stream ended.
  package enum End: Sendable, Equatable {
    /// The server closed it: the reader gets all that was sent, then the end.
    case finished
    /// The reader left, or was never there.
    case gone
    /// The server broke it off on purpose: the reader gets all that was sent, and no end.
    case broken
  }

  /// What became of bytes that were sent.
  package enum Sent: Sendable, Equatable {
    /// They wait for the reader.
    case queued
    /// Nothing of them was taken, because too much waits: see `whenDrained`.
    case full
    /// The stream has ended.
    case closed
  }

  /// What a reader gets from one `take`.
  package enum Taken: Sendable {
    case bytes(ArraySlice<UInt8>)
    /// Nothing now; the reader has been parked and will be woken.
    case nothing
    case end(End)
  }

  private struct State {
    var chunks: [[UInt8]] = []
    var head = 0
    var offset = 0
    var pending = 0
    var isParked = false
    var end: End?
    /// Wakes the parked reader; called under the stream's lock, so it must only pass the word on.
    var wake: (@Sendable () -> Void)?
    var hadReader = false
    var onDrain: (@Sendable () -> Void)?
    var onClose: [@Sendable (End) -> Void] = []
  }

  private let state: Lock<State>
  private let limit: Int
  package let heartbeat: Heartbeat?

  /// What a stream says to be heard, of the interval at which it will.
  package typealias Heartbeat = @Sendable (Duration) -> [UInt8]

  /// An open stream; `limit` is how many bytes may wait for the reader. `heartbeat` is said when the reader is there and whenever
  /// there was silence for long; without one, silence is broken by a comment line of server-sent events.
  package init(limit: Int = 128 << 10, heartbeat: Heartbeat? = nil) {
    self.limit = limit
    self.heartbeat = heartbeat
    state = Lock(State())
  }

  /// Whether bytes sent now may still reach the reader.
  package var isOpen: Bool { end == nil }

  /// How it ended; nil where it has not.
  package var end: End? { state.withLock { $0.end } }

  /// Bytes sent and not yet taken.
  package var pending: Int { state.withLock { $0.pending } }

  /// Appends bytes, without copying them, where there is room.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Sent {
    state.withLock { state in
      guard state.end == nil else { return .closed }
      // One frame always fits, or a large snapshot could never be sent; the limit is on what a slow reader leaves.
      guard state.pending == 0 || state.pending + bytes.count <= limit else { return .full }
      Self.append(bytes, &state)
      return .queued
    }
  }

  /// Appends a word that must be heard however much waits.
  package func sendAnyway(_ bytes: [UInt8]) {
    state.withLock { if $0.end == nil { Self.append(bytes, &$0) } }
  }

  /// Calls `action` once, when the reader has taken all and asks for more; at once where nothing waits, and not at all where the stream
  /// ends before. It runs on the thread that found out.
  package func whenDrained(_ action: @escaping @Sendable () -> Void) {
    let isDrained = state.withLock { state in
      guard state.end == nil else { return false }
      if state.pending > 0 { state.onDrain = action }
      return state.pending == 0
    }
    if isDrained { action() }
  }

  /// Ends the stream; what was sent before still reaches the reader.
  package func close() { finish(.finished) }

  /// Calls `action` once, when the stream ends; at once where it has ended. It runs on the thread that ended it.
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
      if end == .gone { (state.chunks, state.head, state.offset, state.pending) = ([], 0, 0, 0) }
      Self.wake(&state)
      // What is left is taken without parking, so nobody needs waking again; letting go ends the cycle through the reader.
      state.wake = nil
      state.onDrain = nil
      defer { state.onClose = [] }
      return state.onClose
    }
    for action in actions { action(end) }
  }

  /// Names the reader by what wakes it; a stream has one at most, and a second is refused.
  package func attach(wake: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.hadReader else { return false }
      state.hadReader = true
      if state.end == nil { state.wake = wake }
      return true
    }
  }

  /// Takes up to `count` bytes. Where there are none, `park` runs under the stream's lock, so that no wake-up is lost.
  package func take(atMost count: Int, park: (() -> Void)?) -> Taken {
    let (taken, onDrain) = state.withLock { state -> (Taken, (@Sendable () -> Void)?) in
      guard state.head == state.chunks.count else { return (.bytes(Self.takeHead(atMost: count, &state)), nil) }
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

  /// Says the heartbeat for the first time, so that the reader knows the interval.
  func begin(beatingEach interval: Duration) {
    if let heartbeat { sendAnyway(heartbeat(interval)) }
  }

  /// Says the heartbeat where the reader is parked, that is, where the stream is silent and the connection idle.
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
    let chunk = state.chunks[state.head]
    let slice = chunk[state.offset..<min(state.offset + count, chunk.count)]
    state.pending -= slice.count
    state.offset = slice.endIndex
    if state.offset == chunk.count { dropHead(&state) }
    return slice
  }

  /// Forgets the taken chunk; the queue's storage is given back when it has run empty.
  private static func dropHead(_ state: inout State) {
    state.chunks[state.head] = []
    state.head += 1
    state.offset = 0
    if state.head == state.chunks.count { (state.chunks, state.head) = ([], 0) }
  }
}
