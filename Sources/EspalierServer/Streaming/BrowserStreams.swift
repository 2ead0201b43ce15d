import EspalierHTTP
import EspalierLocks

/// The open streams of each browser, which cookies identify. It limits their number. Any thread may use it.
final class BrowserStreams: Sendable {
  private let streams = Lock<[String: [ObjectIdentifier: EventStream]]>([:])
  private let limit: Int

  /// Up to `limit` streams for each browser. 0 turns the limit off.
  init(limit: Int) { self.limit = limit }

  /// Adds a stream until it ends. Returns false if the browser has reached the limit.
  func add(_ stream: EventStream, of browser: String) -> Bool {
    let key = ObjectIdentifier(stream)
    let isAdded = streams.withLock { streams in
      let count = streams[browser]?.count ?? 0
      guard limit == 0 || count < limit else { return false }
      streams[browser, default: [:]][key] = stream
      return true
    }
    guard isAdded else { return false }
    stream.onClose { [weak self] _ in self?.remove(key, of: browser) }
    return true
  }

  /// Ends all streams of a browser. Its pages connect again at once, with the cookie that the browser then has.
  func end(of browser: String) {
    let all = streams.withLock { $0[browser]?.values.map(\.self) ?? [] }
    for stream in all { stream.sendAway() }
  }

  private func remove(_ key: ObjectIdentifier, of browser: String) {
    streams.withLock { streams in
      streams[browser]?[key] = nil
      if streams[browser]?.isEmpty == true { streams[browser] = nil }
    }
  }
}

extension EventStream {
  /// Longer than an answer with a new cookie usually takes.
  private static let comeback = Duration.milliseconds(300)

  /// Ends the stream. The page asks for another one at once, and learns then whether it may have it.
  func sendAway() {
    sendAnyway(ServerSentEvent.goodbye(id: "", comingBackIn: Self.comeback))
    close()
  }
}
