/// What is counted of requests, connections and streams. Whoever counts adds to an atomic number and goes on. No label comes
/// from a client.
package final class HTTPMetrics: Sendable {
  package let requests = RequestCounts()
  /// Requests whose client left before the answer.
  package let unanswered = Counter()
  package let responseBodyBytes = Counter()
  package let connectionsOpened = Counter()
  package let connectionsClosed = Counter()
  package let rejections: CounterSet<LimitName>
  package let streams = OpenStreams()
  /// Nanoseconds since 1970.
  let processStart = ProcessFacts.start

  /// Counts the crossings of this module's limits, and of those of the layers above.
  package init(limits: [LimitName] = []) { rejections = CounterSet(LimitName.http + limits) }

  /// Counts an error if it says that a limit was crossed.
  package func note(_ error: HTTPError) {
    if let limit = error.limit { rejections.add(to: limit) }
  }
}
