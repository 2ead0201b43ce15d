import EspalierLocks

/// The streams that are the body of a connection now. Opening and ending a stream takes a lock here, writing to it does
/// not: `pending` adds up the waiting bytes when it is read.
package final class OpenStreams: Sendable {
  private let open = Lock<[ObjectIdentifier: EventStream]>([:])
  /// Streams opened so far.
  package let opened = Counter()

  /// The number of open streams.
  package var count: Int { open.withLock { $0.count } }

  /// Bytes sent to all streams but not yet taken. Cost: one short lock for each stream.
  var pending: Int { open.withLock { Array($0.values) }.reduce(0) { $0 + $1.pending } }

  /// Counts a stream until it ends.
  package func add(_ stream: EventStream) {
    let key = ObjectIdentifier(stream)
    open.withLock { $0[key] = stream }
    opened.add()
    stream.onClose { [self] _ in open.withLock { $0[key] = nil } }
  }
}
