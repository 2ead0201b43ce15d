import EspalierLocks

/// Counts what each client has open: connections by address, streams by browser.
///
/// It counts over all loops; libmicrohttpd's own limit of connections would count per daemon.
package final class ClientCounter: Sendable {
  private let counts = Lock<[String: Int]>([:])
  private let limit: Int

  /// Counts up to `limit` for each client. 0 turns the limit off.
  package init(limit: Int) { self.limit = limit }

  /// Whether a client may have one more. Two loops that ask at the same time may both get true. The client then exceeds
  /// the limit by one, which is not worth a lock held across the accept.
  package func admits(_ client: String) -> Bool {
    limit == 0 || counts.withLock { $0[client, default: 0] < limit }
  }

  /// Counts one more.
  package func opened(_ client: String) {
    guard limit > 0 else { return }
    counts.withLock { $0[client, default: 0] += 1 }
  }

  /// Counts one less. Forgets a client whose count reaches 0.
  package func closed(_ client: String) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      let left = (counts[client] ?? 1) - 1
      counts[client] = left > 0 ? left : nil
    }
  }
}
