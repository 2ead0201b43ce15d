/// How many connections each address has, over all loops: libmicrohttpd's own limit would count per daemon.
final class ConnectionCensus: Sendable {
  private let counts = Lock<[String: Int]>([:])
  private let limit: Int

  /// Counts up to `limit` per address; 0 does not count at all.
  init(limit: Int) { self.limit = limit }

  /// Whether one more connection may be accepted. Two loops that ask at once may both hear yes: over by one, not worth a lock held
  /// across the accept.
  func admits(_ address: String) -> Bool {
    limit == 0 || counts.withLock { $0[address, default: 0] < limit }
  }

  /// Counts a connection that was accepted.
  func opened(_ address: String) {
    guard limit > 0 else { return }
    counts.withLock { $0[address, default: 0] += 1 }
  }

  /// Counts a connection that has ended; an address without any is forgotten.
  func closed(_ address: String) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      let left = (counts[address] ?? 1) - 1
      counts[address] = left > 0 ? left : nil
    }
  }
}
