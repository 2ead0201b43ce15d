import Espalier
import EspalierHTTP
import EspalierLocks
import EspalierTestSupport
import EspalierTesting
import Testing

@testable import EspalierCluster

/// Many streams on one connection between two nodes.
@Suite struct ChannelTests {
  /// One connection: what a node sends, and what the other one makes of it.
  private struct Pair {
    let sender = OutgoingChannels(run: later)
    let receiver: IncomingChannels

    /// The sender does not hear the first few words.
    init(isDeafTo count: Int = 0) {
      let (sender, deaf) = (sender, Lock(count))
      receiver = IncomingChannels(sender.connection, run: later) { left, reply in
        later {
          let isHeard = deaf.withLock { count in
            defer { count -= 1 }
            return count <= 0
          }
          if isHeard { sender.leave(left) }
          reply(isHeard)
        }
      }
    }

    /// A stream of the sender, and what the receiver gets of it.
    func open() -> (from: EventStream, to: EventStream) {
      let from = EventStream()
      let (channel, to) = receiver.open()
      sender.carry(from, as: channel)
      return (from, to)
    }
  }

  private struct NoFrames: Error {}

  @Test func `frames are the same wherever their bytes are cut`() throws {
    for seed in seeds(2_000) {
      var random = SeededRandom(state: UInt64(seed))
      let frames: [ChannelFrame] = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        let count = Bool.random(using: &random) ? 0 : Int.random(in: 0...300, using: &random)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        return ChannelFrame(channel: UInt32.random(in: 0...UInt32.max, using: &random), bytes: bytes)
      }
      var (rest, reader, read) = (frames.flatMap(\.encoded)[...], ChannelFrame.Reader(), [ChannelFrame]())
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...200, using: &random))
        guard let more = reader.take(piece) else { throw NoFrames() }
        read += more
        rest = rest.dropFirst(piece.count)
      }
      #expect(read == frames, "seed \(seed)")
    }
  }

  /// Streams that send, end and are left in a random order, with readers of any speed.
  @Test func `each reader gets what was sent to it, in its order`() async {
    for seed in seeds(50) {
      var random = SeededRandom(state: UInt64(seed))
      let pair = Pair()
      var (streams, sent): ([(from: EventStream, to: EventStream)], [[UInt8]]) = ([], [])
      var (left, reads): (Set<Int>, [Task<[UInt8], Never>]) = ([], [])
      for turn in 0..<300 {
        if streams.isEmpty || Int.random(in: 0..<15, using: &random) == 0 {
          let stream = pair.open()
          streams.append(stream)
          sent.append([])
          let pause = Bool.random(using: &random) ? Duration.microseconds(300) : .zero
          reads.append(Task { await stream.to.read(pausing: pause) })
        }
        let place = Int.random(in: 0..<streams.count, using: &random)
        switch Int.random(in: 0..<40, using: &random) {
        case 0: streams[place].from.close()
        case 1:
          left.insert(place)
          streams[place].to.finish(.gone)
        default:
          let long = Int.random(in: 0..<20, using: &random) == 0
          let bytes = (0..<(long ? 100_000 : Int.random(in: 1...200, using: &random))).map { _ in UInt8(turn & 255) }
          if streams[place].from.send(bytes) == .queued { sent[place] += bytes }
        }
      }
      for stream in streams { stream.from.close() }
      for (place, read) in reads.enumerated() {
        let got = await read.value
        let isRight = left.contains(place) ? sent[place].starts(with: got) : got == sent[place]
        #expect(isRight, "seed \(seed): \(got.count) of \(sent[place].count) bytes of stream \(place)")
      }
    }
  }

  @Test func `the sender hears that nobody follows a stream any more`() async {
    let pair = Pair()
    let streams = (0..<1_000).map { _ in pair.open() }
    for stream in streams[..<999] { stream.to.finish(.gone) }
    #expect(await eventually { streams[..<999].allSatisfy { $0.from.end == .gone } })
    streams[999].from.send([1])
    #expect(await eventually { streams[999].to.pending == 1 })
  }

  @Test func `a word that does not arrive is told again`() async {
    let pair = Pair(isDeafTo: 2)
    let (one, two) = (pair.open(), pair.open())
    one.to.finish(.gone)
    #expect(await eventually { one.from.end == .gone })
    #expect(two.from.isOpen && two.to.isOpen)
  }

  @Test func `all streams end with their connection`() async {
    let pair = Pair()
    let streams = (0..<3).map { _ in pair.open() }
    let hasEnded = Lock(false)
    pair.receiver.onEnd { hasEnded.withLock { $0 = true } }
    pair.sender.connection.finish(.broken)
    #expect(await eventually { streams.allSatisfy { $0.from.end == .gone && $0.to.end == .broken } })
    #expect(await eventually { hasEnded.withLock { $0 } })
    #expect(pair.receiver.open().stream.end == .broken)
    let late = EventStream()
    pair.sender.carry(late, as: 7)
    #expect(late.end == .gone)
  }

  @Test func `a channel that is left before its stream comes gets none`() async {
    let pair = Pair()
    let (channel, to) = pair.receiver.open()
    to.finish(.gone)
    // The word comes before the stream.
    let marker = pair.open()
    marker.to.finish(.gone)
    #expect(await eventually { marker.from.end == .gone })
    let from = EventStream()
    pair.sender.carry(from, as: channel)
    #expect(await eventually { from.end == .gone })
  }

  @Test func `streams take turns on a full connection`() async {
    let sender = OutgoingChannels(run: later)
    let streams = (1...3).map { number in
      let stream = EventStream(limit: 4 << 20)
      for _ in 0..<32 { stream.send([UInt8](repeating: UInt8(number), count: 64 << 10)) }
      sender.carry(stream, as: UInt32(number))
      return stream
    }
    var (reader, order): (ChannelFrame.Reader, [UInt32]) = (ChannelFrame.Reader(), [])
    while order.count < 96 {
      switch sender.connection.take(atMost: 1 << 20, park: {}) {
      case .bytes(let bytes): order += (reader.take(bytes) ?? []).map(\.channel)
      default: try? await Task.sleep(for: .milliseconds(1))
      }
    }
    #expect(Set(order.prefix(24)) == [1, 2, 3], "\(order)")
    #expect(streams.allSatisfy { $0.pending == 0 })
  }

  @Test func `a slow reader holds up the others only until it reads`() async {
    let pair = Pair()
    let (slow, quick) = (pair.open(), pair.open())
    for _ in 0..<20 { slow.from.sendAnyway([UInt8](repeating: 1, count: 64 << 10)) }
    #expect(await eventually { slow.to.pending > 0 })
    quick.from.send([2])
    let all = Task { await slow.to.read(pausing: .zero).count }
    #expect(await eventually { quick.to.pending == 1 })
    slow.from.close()
    #expect(await all.value == 20 * (64 << 10))
  }

  @Test func `a connection that brings no frames ends`() async {
    let connection = EventStream()
    let receiver = IncomingChannels(connection, run: later) { _, reply in reply(true) }
    let stream = receiver.open().stream
    connection.send([UInt8](repeating: 255, count: 20))
    #expect(await eventually { stream.end == .broken && connection.end == .gone })
  }
}

/// Runs work as a site does: later, on another thread.
@Sendable private func later(_ work: @escaping @Sendable () -> Void) { Task.detached { work() } }

extension EventStream {
  /// Reads everything until the end.
  fileprivate func read(pausing pause: Duration) async -> [UInt8] {
    var all: [UInt8] = []
    while true {
      switch take(atMost: 16 << 10, park: nil) {
      case .bytes(let bytes): all += bytes
      case .nothing: try? await Task.sleep(for: .microseconds(200))
      case .end: return all
      }
      if pause != .zero { try? await Task.sleep(for: pause) }
    }
  }
}
