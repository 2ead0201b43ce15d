import Espalier
import EspalierHTTP
import EspalierLocks

/// Counts the events that have a limit of their own: see `Event.limited`. Any thread may use it.
final class EventLimits: Sendable {
  /// A site has few such events, and each count is bounded.
  private let counts = Lock<[EventDescriptor: RateLimit]>([:])

  /// Counts an event for its sender's address and browser, and for the name in its data. An event that is refused counts
  /// no further, so that somebody who is refused cannot use up the tries of a name.
  func admit(_ event: AnyEvent, _ request: Request, at now: ContinuousClock.Instant = .now) throws(DeliveryError) {
    guard let limit = event.name.limit else { return }
    let counts = counts.withLock { counts in
      if let known = counts[event.name] { return known }
      let new = RateLimit(limit.count, per: limit.period)
      counts[event.name] = new
      return new
    }
    var senders = [request.group]
    if let browser = request.browser { senders.append("browser \(browser)") }
    // A name may be long, and the table keeps it.
    if let name = limit.name(event.payload) { senders.append("name \(name.hashValue)") }
    for sender in senders {
      if let wait = counts.take(sender, at: now) { throw .tooOften(wait: wait) }
    }
  }
}
