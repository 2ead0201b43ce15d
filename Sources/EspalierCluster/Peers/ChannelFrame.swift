/// A piece of the stream of a channel, or its end. A channel is one of the streams that travel on one connection from a node
/// to another.
///
/// On the wire, a frame is the number of its channel and the number of its bytes, each as four bytes in network order, and
/// then the bytes.
struct ChannelFrame: Equatable {
  /// Zero is no channel.
  let channel: UInt32
  /// The next bytes; empty at the end.
  let bytes: [UInt8]

  /// Says only that the connection is alive. libcurl takes a connection for silent that brings less than a byte a second.
  static let beat = ChannelFrame(channel: 0, bytes: [UInt8](repeating: 0, count: 64))
  /// The largest number of bytes.
  static let mostBytes = 64 << 10
  private static let head = 8

  /// The frame as it travels.
  var encoded: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(Self.head + bytes.count)
    for number in [channel, UInt32(bytes.count)] {
      for shift in [24, 16, 8, 0] { all.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    all += bytes
    return all
  }

  /// Takes the bytes of a connection apart.
  struct Reader {
    private var rest: [UInt8] = []

    /// Takes the next bytes. Returns the frames that are complete; nil if these are not frames.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [ChannelFrame]? {
      rest += bytes
      var (frames, start): ([ChannelFrame], Int) = ([], 0)
      while rest.count - start >= head {
        let (channel, count) = (number(at: start), Int(number(at: start + 4)))
        guard count <= mostBytes else { return nil }
        let from = start + head
        guard rest.count - from >= count else { break }
        frames.append(ChannelFrame(channel: channel, bytes: Array(rest[from..<from + count])))
        start = from + count
      }
      rest.removeFirst(start)
      return frames
    }

    private func number(at place: Int) -> UInt32 {
      rest[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
