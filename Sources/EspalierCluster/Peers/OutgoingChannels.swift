import EspalierHTTP
import EspalierLocks

/// The streams that another node follows here. They travel on one connection.
final class OutgoingChannels: Sendable {
  private struct State {
    var streams: [UInt32: EventStream] = [:]
    /// The channels whose bytes wait until the connection has room. They take turns.
    var waiting: [UInt32] = []
    /// The channels that the other node left before their streams came, the newest last.
    var leftEarly: [UInt32] = []
  }

  /// The body of the answer on this connection.
  let connection = EventStream(heartbeat: { _ in ChannelFrame.beat.encoded })
  private let state = Lock(State())
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// While more bytes than this wait for the connection, the streams keep theirs.
  private static let mostWaiting = 256 << 10
  /// The most channels in `leftEarly`.
  private static let mostLeftEarly = 10_000

  /// `run` runs work later, on another thread.
  init(run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
    connection.onClose { [weak self] _ in self?.leaveAll() }
  }

  /// Sends a stream as a channel.
  func carry(_ stream: EventStream, as channel: UInt32) {
    let isWanted = state.withLock { state in
      let early = state.leftEarly.firstIndex(of: channel).map { state.leftEarly.remove(at: $0) }
      let isWanted = connection.isOpen && early == nil && state.streams[channel] == nil
      if isWanted { state.streams[channel] = stream }
      return isWanted
    }
    guard isWanted else { return stream.finish(.gone) }
    _ = stream.attach { [weak self, run] in run { self?.send(channel) } }
    send(channel)
  }

  /// The other node follows these channels no more.
  func leave(_ channels: [UInt32]) {
    let left = state.withLock { state in
      channels.compactMap { channel -> EventStream? in
        if let stream = state.streams.removeValue(forKey: channel) { return stream }
        state.leftEarly.append(channel)
        if state.leftEarly.count > Self.mostLeftEarly { state.leftEarly.removeFirst() }
        return nil
      }
    }
    for stream in left { stream.finish(.gone) }
  }

  private func leaveAll() {
    let all = state.withLock { state in
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in all { stream.finish(.gone) }
  }

  /// Sends what has come on a channel, as soon as it is its turn.
  private func send(_ channel: UInt32) {
    let mustWait = state.withLock { state in
      guard state.waiting.isEmpty else {
        if !state.waiting.contains(channel) { state.waiting.append(channel) }
        return false
      }
      sendNext(of: channel, &state)
      return !state.waiting.isEmpty
    }
    if mustWait { sendWhenDrained() }
  }

  /// Sends what has come on a channel until the connection is full, and then puts the channel last.
  private func sendNext(of channel: UInt32, _ state: inout State) {
    while let stream = state.streams[channel] {
      guard connection.pending < Self.mostWaiting else { return state.waiting.append(channel) }
      switch stream.take(atMost: ChannelFrame.mostBytes, park: {}) {
      case .bytes(let bytes): connection.sendAnyway(ChannelFrame(channel: channel, bytes: Array(bytes)).encoded)
      case .nothing: return
      case .end:
        connection.sendAnyway(ChannelFrame(channel: channel, bytes: []).encoded)
        state.streams[channel] = nil
      }
    }
  }

  private func sendWhenDrained() {
    connection.whenDrained { [weak self, run] in run { self?.sendWaiting() } }
  }

  private func sendWaiting() {
    let mustWait = state.withLock { state in
      while !state.waiting.isEmpty, connection.pending < Self.mostWaiting {
        sendNext(of: state.waiting.removeFirst(), &state)
      }
      return !state.waiting.isEmpty
    }
    if mustWait { sendWhenDrained() }
  }
}
