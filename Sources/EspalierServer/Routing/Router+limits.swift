import EspalierHTTP

extension Router {
  /// A stream for a browser. It counts for that browser until it ends. Calls `beat` at each heartbeat, on the thread of
  /// the connection.
  func openStream(for browser: String, beat: (@Sendable () -> Void)?) throws(HTTPError) -> EventStream {
    let stream = EventStream(limit: site.limits.streamPending) { interval in
      beat?()
      return ServerSentEvent.heartbeat(each: interval)
    }
    guard site.streams.add(stream, of: browser) else {
      throw HTTPError(
        .tooManyRequests,
        "One browser may have at most \(site.limits.streamsPerBrowser) streams; close one of its pages."
      ).crossing(.streamsPerBrowser)
    }
    return stream
  }
}
