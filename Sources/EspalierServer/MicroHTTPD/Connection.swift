internal import CMicroHTTPD
import Glibc

/// One accepted connection, from NOTIFY_CONNECTION started to closed. Belongs to its loop's thread.
final class Connection {
  let descriptor: Int32
  let remoteAddress: String
  var phase: ConnectionPhase
  /// The request in progress.
  var exchange: Exchange?
  /// Whether the loop watches it for its peer's leaving.
  var isWatched = false
  private var isCut = false

  init(descriptor: Int32, remoteAddress: String) {
    self.descriptor = descriptor
    self.remoteAddress = remoteAddress
    phase = ConnectionPhase(step: .fresh, since: .now)
  }

  /// Starts the clock of the next phase.
  func enter(_ step: ConnectionPhase.Step) { phase = ConnectionPhase(step: step, since: .now) }

  /// Whether the peer has ended its side and all it sent has been read. The daemon misses an end that comes together with the
  /// last bytes before it.
  var hasLostPeer: Bool {
    var byte: UInt8 = 0
    // Safe: one byte, a local.
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// Cuts both directions; the daemon then reads the end, cleans up and closes the descriptor itself. False where it was cut before.
  @discardableResult
  func cut() -> Bool {
    guard !isCut else { return false }
    isCut = true
    shutdown(descriptor, Int32(SHUT_RDWR))
    return true
  }

  /// Keeps what the kernel holds unsent below 16 KiB: what waits there for a slow reader cannot be replaced by anything newer, and is
  /// memory of ours that nobody counts.
  func queueLittle() {
    var bytes: Int32 = 16 << 10
    // Safe: the pointer is to a local of the size that is named.
    unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Stops reading: an idle connection ends, a reply that is being written goes on.
  func stopReading() { shutdown(descriptor, Int32(SHUT_RD)) }
}
