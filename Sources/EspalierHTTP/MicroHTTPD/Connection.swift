internal import CMicroHTTPD
import Glibc

/// One accepted connection, from NOTIFY_CONNECTION started to closed. Belongs to its loop's thread.
final class Connection {
  let descriptor: Int32
  let remoteAddress: String
  /// Whether the peer is a trusted proxy.
  let isProxy: Bool
  // Only the thread that leads its loop uses these properties, and no change of one of them runs code that uses it too,
  // so they have no run-time checks of exclusive access.
  @safe @exclusivity(unchecked) var phase: ConnectionPhase
  /// The request in progress.
  @safe @exclusivity(unchecked) var exchange: Exchange?
  /// Whether the loop watches for the peer to disconnect.
  @safe @exclusivity(unchecked) var isWatched = false
  /// Whether the connection is above the server's limit. Its request gets a 503.
  let isSurplus: Bool
  @safe @exclusivity(unchecked) var progress = ReadProgress()
  private(set) var isCut = false
  /// The limit because of which it was cut.
  @safe @exclusivity(unchecked) var exceeded: LimitName?

  init(descriptor: Int32, remoteAddress: String, isSurplus: Bool, isProxy: Bool) {
    self.isProxy = isProxy
    self.descriptor = descriptor
    self.remoteAddress = remoteAddress
    self.isSurplus = isSurplus
    phase = ConnectionPhase(step: .fresh, since: .now)
  }

  /// Starts the clock of the next phase.
  func enter(_ step: ConnectionPhase.Step) {
    progress.called()
    phase = ConnectionPhase(step: step, since: .now)
  }

  /// What the socket holds that the daemon has not read.
  enum Unread { case nothing, bytes, end }

  /// Looks without reading. `end` means that the peer has ended its side and everything it sent has been read. The
  /// daemon misses an end that arrives together with the last bytes before it.
  var unread: Unread {
    var byte: UInt8 = 0
    // Safe: one byte, a local.
    let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count > 0 ? .bytes : count == 0 ? .end : .nothing
  }

  /// Shuts down both directions. The daemon then reads the end, cleans up and closes the descriptor itself. Returns
  /// false if the connection was already cut.
  @discardableResult
  func cut() -> Bool {
    guard !isCut else { return false }
    isCut = true
    shutdown(descriptor, Int32(SHUT_RDWR))
    return true
  }

  /// Limits how many unsent bytes the kernel holds. Bytes that wait there for a slow reader cannot be replaced by newer
  /// ones, and they use memory that the server does not count. A stream needs little; a long body needs enough to keep
  /// the line busy.
  func boundUnsent(_ limit: Int) {
    var bytes = Int32(clamping: limit)
    // Safe: the pointer is to a local of the size that is named.
    unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends bytes without the daemon and ends this side. Bytes that the kernel does not take at once are lost, and it
  /// returns false; a small reply always fits.
  func sendLast(_ bytes: [UInt8]) -> Bool {
    // Bytes that nobody reads would reset the connection when it is closed, and the client would lose the reply.
    var rest = [UInt8](repeating: 0, count: 16 << 10)
    // Safe: both buffers are used within the calls.
    for _ in 0..<16 where unsafe recv(descriptor, &rest, rest.count, Int32(MSG_DONTWAIT)) <= 0 { break }
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    shutdown(descriptor, Int32(SHUT_WR))
    return count == bytes.count
  }

  /// Whether the peer has ended nothing: it waits, or it sends.
  var isPeerThere: Bool {
    var byte: UInt8 = 0
    // Safe: one byte, a local.
    let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count > 0 || (count < 0 && errno == EAGAIN)
  }

  /// Whether the peer has sent something, also if it has left. Its FIN counts as a byte.
  var hasSentBytes: Bool { espalier_received_bytes(descriptor) > 1 }

  /// Stops reading. An idle connection ends; a reply that is being written continues.
  func stopReading() { shutdown(descriptor, Int32(SHUT_RD)) }
}
