import EspalierLocks

/// How many of something each client has: connections by address, streams by browser.
///
/// Over all loops: libmicrohttpd's own limit of connections would count per daemon.
package final class ClientCounter: Sendable {
  private let counts = Lock<[String: Int]>([:])
  private let limit: Int

  /// Counts up to `limit` for each client; 0 does not count at all.
  package init(limit: Int) { self.limit = limit }

  /// Whether a client may have one more. Two loops that ask at once may both hear yes: over by one, not worth a lock held across the
  /// accept.
  package func admits(_ client: String) -> Bool {
    limit == 0 || counts.withLock { $0[client, default: 0] < limit }
  }

  /// Counts one more.
  package func opened(_ client: String) {
    guard limit > 0 else { return }
    counts.withLock { $0[client, default: 0] += 1 }
  }

  /// Counts one less; a client without any is forgotten.
  package func closed(_ client: String) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      let left = (counts[client] ?? 1) - 1
      counts[client] = left > 0 ? left : nil
    }
  }
}
