/// Counts requests, connections and streams. To count is an atomic addition. No label comes from a client.
package final class HTTPMetrics: Sendable {
  package let requests = RequestCounts()
  /// Requests without a reply, most often because the client left before it.
  package let unanswered = Counter()
  package let responseBodyBytes = Counter()
  /// Bytes that were not sent because the body was compressed.
  package let compressionSavedBytes = Counter()
  package let connectionsOpened = Counter()
  package let connectionsClosed = Counter()
  package let rejections: CounterSet<LimitName>
  package let streams = OpenStreams()
  /// Nanoseconds since 1970.
  let processStart = ProcessFacts.start

  /// Counts how often clients exceed the limits of this module, and `limits` of the layers above.
  package init(limits: [LimitName] = []) { rejections = CounterSet(LimitName.http + limits) }

  /// Counts an error if it names a limit that was exceeded.
  package func note(_ error: HTTPError) {
    if let limit = error.limit { rejections.add(to: limit) }
  }
}
