internal import CMicroHTTPD
import Glibc

/// One accepted connection, from NOTIFY_CONNECTION started to closed. Belongs to its loop's thread.
final class Connection {
  let descriptor: Int32
  let remoteAddress: String
  /// Whether its peer is a named proxy.
  let isProxy: Bool
  var phase: ConnectionPhase
  /// The request in progress.
  var exchange: Exchange?
  /// Whether the loop watches it for its peer's leaving.
  var isWatched = false
  /// Whether it is one more than the server may have: its request is answered 503.
  let isSurplus: Bool
  var progress = ReadProgress()
  private var isCut = false

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

  /// What the socket has for the daemon.
  enum Unread { case nothing, bytes, end }

  /// Looks without reading. `end`: the peer has ended its side and all it sent has been read; the daemon misses an end that comes together
  /// with the last bytes before it.
  var unread: Unread {
    var byte: UInt8 = 0
    // Safe: one byte, a local.
    let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count > 0 ? .bytes : count == 0 ? .end : .nothing
  }

  /// Cuts both directions; the daemon then reads the end, cleans up and closes the descriptor itself. False where it was cut before.
  @discardableResult
  func cut() -> Bool {
    guard !isCut else { return false }
    isCut = true
    shutdown(descriptor, Int32(SHUT_RDWR))
    return true
  }

  /// Bounds what the kernel holds unsent: what waits there for a slow reader cannot be replaced by anything newer, and is memory of ours
  /// that nobody counts. A stream wants little; a long body wants enough to keep the line busy.
  func boundUnsent(_ limit: Int) {
    var bytes = Int32(clamping: limit)
    // Safe: the pointer is to a local of the size that is named.
    unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends bytes past the daemon and ends this side. What the kernel does not take at once is lost, which a small reply never is.
  func sendLast(_ bytes: [UInt8]) {
    // Safe: the buffer is read within the call.
    _ = unsafe bytes.withUnsafeBytes { buffer in
      unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Stops reading: an idle connection ends, a reply that is being written goes on.
  func stopReading() { shutdown(descriptor, Int32(SHUT_RD)) }
}
