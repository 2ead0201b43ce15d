import EspalierLocks

/// The streams that are some connection's body now. Touched when a stream opens or ends, never when it is written to: what waits
/// in them is added up when somebody asks.
package final class OpenStreams: Sendable {
  private let open = Lock<[ObjectIdentifier: EventStream]>([:])
  /// Streams opened so far.
  package let opened = Counter()

  /// How many are open.
  package var count: Int { open.withLock { $0.count } }

  /// Bytes sent to all of them and not yet taken. Cost: one short lock for each.
  var pending: Int { open.withLock { Array($0.values) }.reduce(0) { $0 + $1.pending } }

  /// Counts a stream until it ends.
  package func add(_ stream: EventStream) {
    let key = ObjectIdentifier(stream)
    open.withLock { $0[key] = stream }
    opened.add()
    stream.onClose { [self] _ in open.withLock { $0[key] = nil } }
  }
}
