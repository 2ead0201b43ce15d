import EspalierHTTP

extension Router {
  /// Refuses an event of a client that sends too many, a browser or an address without one; and of an address whose clients all together
  /// do, since anybody can make up a browser.
  func checkRate(_ request: Request, at now: ContinuousClock.Instant) throws(HTTPError) {
    if let wait = site.addressRate.take(request.group, at: now) {
      throw HTTPError(
        .tooManyRequests, "An address may send \(site.limits.eventsPerAddress) events a second; wait a little."
      ).crossing(.eventsPerAddress, retryAfter: wait)
    }
    if let wait = site.eventRate.take(request.browser ?? request.group, at: now) {
      throw HTTPError(
        .tooManyRequests, "A client may send \(site.limits.eventsPerSecond) events a second; wait a little."
      ).crossing(.eventsPerSecond, retryAfter: wait)
    }
  }

  /// A stream for a browser, counted as its own until it ends.
  func openStream(for browser: String) throws(HTTPError) -> EventStream {
    let streams = site.streamsOfBrowsers
    guard streams.admits(browser) else {
      throw HTTPError(
        .tooManyRequests, "A browser may have \(site.limits.streamsPerBrowser) streams at once; close one of its pages."
      ).crossing(.streamsPerBrowser)
    }
    streams.opened(browser)
    let stream = EventStream(limit: site.limits.streamPending, heartbeat: ServerSentEvent.heartbeat)
    stream.onClose { _ in streams.closed(browser) }
    return stream
  }
}
