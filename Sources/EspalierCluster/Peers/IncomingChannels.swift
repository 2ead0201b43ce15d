import EspalierHTTP
import EspalierLocks

/// The streams that this node follows at another node. They travel on one connection.
final class IncomingChannels: Sendable {
  private struct State {
    var streams: [UInt32: EventStream] = [:]
    /// The number of the last channel.
    var last: UInt32 = 0
    var reader = ChannelFrame.Reader()
    /// The frames that wait until the stream of the first one has room.
    var frames: ArraySlice<ChannelFrame> = []
    /// The channels that nobody follows any more, and of which the other node does not know it yet.
    var left: ArraySlice<UInt32> = []
    var isTelling = false
    var hasEnded = false
    var onEnd: (@Sendable () -> Void)?
  }

  private let connection: EventStream
  private let state = Lock(State())
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let tell: Tell

  /// Tells the other node which channels nobody follows any more, and says whether it has heard it.
  typealias Tell = @Sendable ([UInt32], @escaping @Sendable (Bool) -> Void) -> Void

  /// How many channels it tells at once.
  private static let mostTold = 1_000
  /// How long it waits if the other node has not heard it.
  private static let pause = Duration.seconds(1)

  /// Reads the body of a connection. `run` runs work later, on another thread.
  init(
    _ connection: EventStream, run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    tell: @escaping Tell
  ) {
    (self.connection, self.run, self.tell) = (connection, run, tell)
    _ = connection.attach { [weak self, run] in run { self?.pump() } }
    pump()
  }

  /// A new channel and its stream. If the connection is over, the stream is too.
  func open() -> (channel: UInt32, stream: EventStream) {
    let stream = EventStream()
    let channel = state.withLock { state -> UInt32? in
      guard !state.hasEnded else { return nil }
      repeat { state.last = max(1, state.last &+ 1) } while state.streams[state.last] != nil
      state.streams[state.last] = stream
      return state.last
    }
    guard let channel else {
      stream.finish(.broken)
      return (0, stream)
    }
    stream.onClose { [weak self] end in if end == .gone { self?.leave(channel) } }
    return (channel, stream)
  }

  /// Calls `work` when the connection is over, or at once if it is.
  func onEnd(_ work: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.onEnd = work }
      return state.hasEnded
    }
    if hasEnded { work() }
  }

  /// Nobody follows a channel any more.
  private func leave(_ channel: UInt32) {
    let mustTell = state.withLock { state in
      guard state.streams.removeValue(forKey: channel) != nil else { return false }
      state.left.append(channel)
      defer { state.isTelling = true }
      return !state.isTelling
    }
    if mustTell { tellLeft() }
    // Perhaps its frame held up the others.
    run { [weak self] in self?.pump() }
  }

  /// Tells the other node which channels were left. Those that are left meanwhile are told together.
  private func tellLeft() {
    let left = state.withLock { state in
      let left = state.hasEnded ? [] : state.left.prefix(Self.mostTold)
      state.left.removeFirst(left.count)
      state.isTelling = !left.isEmpty
      return Array(left)
    }
    guard !left.isEmpty else { return }
    tell(left) { [weak self] isHeard in
      if isHeard { self?.tellLeft() } else { self?.tellAgain(left) }
    }
  }

  private func tellAgain(_ left: [UInt32]) {
    state.withLock { $0.left += left }
    Task.detached { [weak self] in
      try? await Task.sleep(for: Self.pause)
      self?.tellLeft()
    }
  }

  /// Gives what has come to its streams.
  private func pump() {
    var over: [EventStream] = []
    var full: EventStream?
    let hasEnded = state.withLock { state in
      while true {
        while let frame = state.frames.first {
          let stream = state.streams[frame.channel]
          if !frame.bytes.isEmpty, stream?.send(frame.bytes) == .full {
            full = stream
            return false
          }
          if frame.bytes.isEmpty, let stream = state.streams.removeValue(forKey: frame.channel) { over.append(stream) }
          state.frames.removeFirst()
        }
        switch connection.take(atMost: ChannelFrame.mostBytes, park: {}) {
        case .bytes(let bytes):
          guard let frames = state.reader.take(bytes) else { return true }
          state.frames = frames[...]
        case .nothing: return false
        case .end: return true
        }
      }
    }
    for stream in over { stream.finish(.finished) }
    full?.whenDrained { [weak self, run] in run { self?.pump() } }
    if hasEnded { end() }
  }

  /// The connection is over, and so are all its streams. Who follows them asks again.
  private func end() {
    let (streams, onEnd) = state.withLock { state in
      defer { (state.streams, state.onEnd) = ([:], nil) }
      state.hasEnded = true
      return (Array(state.streams.values), state.onEnd)
    }
    connection.finish(.gone)
    for stream in streams { stream.finish(.broken) }
    onEnd?()
  }
}
