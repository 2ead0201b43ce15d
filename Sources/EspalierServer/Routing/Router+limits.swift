import EspalierHTTP

extension Router {
  /// Refuses an event of a client (a browser, or an address without one) that sends too many. Also limits all clients
  /// of an address together, because anybody can make up a browser.
  func checkRate(_ request: Request, at now: ContinuousClock.Instant) throws(HTTPError) {
    let group = request.group
    if let wait = site.addressRate.take(group, at: now) {
      throw HTTPError(
        .tooManyRequests,
        "One address may send at most \(site.limits.eventsPerAddress) events per second; wait a little."
      ).crossing(.eventsPerAddress, retryAfter: wait)
    }
    if let wait = site.eventRate.take(request.browser ?? group, at: now) {
      throw HTTPError(
        .tooManyRequests,
        "One client may send at most \(site.limits.eventsPerSecond) events per second; wait a little."
      ).crossing(.eventsPerSecond, retryAfter: wait)
    }
  }

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
