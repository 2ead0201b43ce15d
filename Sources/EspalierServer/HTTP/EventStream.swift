/// A body that is written while it is read: bytes go in from any thread, whoever holds the connection takes them out.
///
/// A stream holds a bounded number of bytes, but always one frame, however large. A reader that falls further behind is cut off, so that it resumes
/// from where it was instead of making the server remember for it.
public final class EventStream: Sendable {
  /// Why a stream ended.
  public enum End: Sendable, Equatable {
    /// The server closed it: the reader gets all that was sent, then the end.
    case finished
    /// The reader left, or was never there.
    case gone
    /// The reader was too slow: more than the limit was pending.
    case overflow
  }

  /// What a reader gets from one `take`.
  enum Taken: Sendable {
    case bytes(ArraySlice<UInt8>)
    /// Nothing now; the reader has been parked and will be woken.
    case nothing
    case end(End)
  }

  /// How the reader is reached; called under the stream's lock, so they must only pass the word on.
  struct Reader: Sendable {
    /// The reader is parked and there is something to take.
    let wake: @Sendable () -> Void
    /// The reader is not parked (it is stuck in a write) and must be cut.
    let cut: @Sendable () -> Void
  }

  private struct State {
    var chunks: [[UInt8]] = []
    var head = 0
    var offset = 0
    var pending = 0
    var isParked = false
    var end: End?
    var reader: Reader?
    var hadReader = false
    var onClose: [@Sendable (End) -> Void] = []
  }

  private let state: Lock<State>
  private let limit: Int
  private let heartbeat: Heartbeat?

  /// What a stream says to be heard, of the interval at which it will.
  public typealias Heartbeat = @Sendable (Duration) -> [UInt8]

  /// An open stream; `limit` is how many bytes may wait for the reader. `heartbeat` is said when the reader is there and whenever
  /// there was silence for long; without one, silence is broken by a comment line of server-sent events.
  public init(limit: Int = PageLimits().streamPending, heartbeat: Heartbeat? = nil) {
    self.limit = limit
    self.heartbeat = heartbeat
    state = Lock(State())
  }

  /// Whether bytes sent now may still reach the reader.
  public var isOpen: Bool { state.withLock { $0.end == nil } }

  /// Bytes sent and not yet taken.
  public var pending: Int { state.withLock { $0.pending } }

  /// Appends bytes, without copying them; false where the stream is closed or this send overflowed it.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return isOpen }
    let fits: Bool? = state.withLock { state in
      guard state.end == nil else { return false }
      // One frame always fits, or a large snapshot could never be sent; the limit is on what a slow reader leaves.
      guard state.pending == 0 || state.pending + bytes.count <= limit else { return nil }
      state.chunks.append(bytes)
      state.pending += bytes.count
      Self.wake(&state)
      return true
    }
    if fits == nil { finish(.overflow) }
    return fits ?? false
  }

  /// Ends the stream; what was sent before still reaches the reader.
  public func close() { finish(.finished) }

  /// Calls `action` once, when the stream ends; at once where it has ended. It runs on the thread that ended it.
  public func onClose(_ action: @escaping @Sendable (End) -> Void) {
    let ended = state.withLock { state -> End? in
      if state.end == nil { state.onClose.append(action) }
      return state.end
    }
    if let ended { action(ended) }
  }

  /// Ends the stream for a reason; later reasons are ignored.
  func finish(_ end: End) {
    let actions = state.withLock { state -> [@Sendable (End) -> Void] in
      guard state.end == nil else { return [] }
      state.end = end
      if end != .finished { (state.chunks, state.head, state.offset, state.pending) = ([], 0, 0, 0) }
      if end == .overflow && !state.isParked { state.reader?.cut() }
      Self.wake(&state)
      // What is left is taken without parking, so nobody needs waking again; letting go ends the cycle through the reader.
      state.reader = nil
      defer { state.onClose = [] }
      return state.onClose
    }
    for action in actions { action(end) }
  }

  /// Names the reader; a stream has one at most, and a second is refused.
  func attach(_ reader: Reader) -> Bool {
    state.withLock { state in
      guard !state.hadReader else { return false }
      state.hadReader = true
      if state.end == nil { state.reader = reader }
      return true
    }
  }

  /// Takes up to `count` bytes. Where there are none, `park` runs under the stream's lock, so that no wake-up is lost.
  func take(atMost count: Int, park: (() -> Void)?) -> Taken {
    state.withLock { state in
      guard state.head < state.chunks.count else {
        if let end = state.end { return .end(end) }
        guard let park else { return .nothing }
        state.isParked = true
        park()
        return .nothing
      }
      let chunk = state.chunks[state.head]
      let upper = min(state.offset + count, chunk.count)
      let slice = chunk[state.offset..<upper]
      state.pending -= slice.count
      state.offset = upper
      if upper == chunk.count { Self.dropHead(&state) }
      return .bytes(slice)
    }
  }

  /// Says the heartbeat for the first time, so that the reader knows the interval.
  func begin(beatingEach interval: Duration) {
    if let heartbeat { send(heartbeat(interval)) }
  }

  /// Says the heartbeat where the reader is parked, that is, where the stream is silent and the connection idle.
  func beat(each interval: Duration) {
    let bytes = heartbeat?(interval) ?? Array(":\n\n".utf8)
    state.withLock { state in
      guard state.isParked, state.end == nil else { return }
      state.chunks.append(bytes)
      state.pending += bytes.count
      Self.wake(&state)
    }
  }

  private static func wake(_ state: inout State) {
    guard state.isParked else { return }
    state.isParked = false
    state.reader?.wake()
  }

  /// Forgets the taken chunk; the queue's storage is given back when it has run empty.
  private static func dropHead(_ state: inout State) {
    state.chunks[state.head] = []
    state.head += 1
    state.offset = 0
    if state.head == state.chunks.count { (state.chunks, state.head) = ([], 0) }
  }
}
