import EspalierHTTP
import Espalier
import EspalierLocks

/// Limits how many events each requester sends, and how long they keep the pages of others busy. All requesters of an address
/// together have limits too, because anybody can make up a browser. Any thread may use it.
final class EventRates: Sendable {
  private let limits: PageLimits
  private let events: RateLimit
  private let addressEvents: RateLimit
  /// Microseconds.
  private let work: RateLimit
  private let addressWork: RateLimit

  init(_ limits: PageLimits) {
    self.limits = limits
    events = RateLimit(perSecond: limits.eventsPerSecond, burst: limits.eventBurst)
    addressEvents = RateLimit(perSecond: limits.eventsPerAddress, burst: limits.eventsPerAddress)
    let share = Int(limits.eventWork / .microseconds(1))
    work = RateLimit(perSecond: share, burst: share * Self.pause)
    // One address may be that of a proxy with all clients behind it.
    let all = share * max(2, HTTPConfiguration.cores)
    addressWork = RateLimit(perSecond: all, burst: all * Self.pause)
  }

  /// The seconds of a pause after which a client may use all their work at once.
  private static let pause = 10

  /// Counts an event, or refuses it.
  func admit(_ request: Request, at now: ContinuousClock.Instant) throws(HTTPError) {
    let requester = request.requester
    if let wait = addressEvents.take(requester.group, at: now) {
      let detail = "One address may send at most \(limits.eventsPerAddress) events per second; wait a little."
      throw HTTPError(.tooManyRequests, detail).crossing(.eventsPerAddress, retryAfter: wait)
    }
    if let wait = events.take(requester.name, at: now) {
      let detail = "One client may send at most \(limits.eventsPerSecond) events per second; wait a little."
      throw HTTPError(.tooManyRequests, detail).crossing(.eventsPerSecond, retryAfter: wait)
    }
    if let wait = addressWork.take(requester.group, 0, at: now) ?? work.take(requester.name, 0, at: now) {
      let detail = "The events of this client keep the pages of others busy; wait a little."
      throw HTTPError(.tooManyRequests, detail).crossing(.eventWork, retryAfter: wait)
    }
  }

  /// Notes that an event of a requester has kept a page that others see busy.
  func charge(_ requester: Requester, _ time: Duration, at now: ContinuousClock.Instant = .now) {
    let count = Int(time / .microseconds(1))
    work.spend(requester.name, count, at: now)
    addressWork.spend(requester.group, count, at: now)
  }
}

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

extension Request {
  /// The group of clients that limits count as one.
  var group: String { ClientGroup.name(of: remoteAddress) }

  /// Who sent it.
  var requester: Requester {
    let group = group
    return Requester(name: browser ?? group, group: group)
  }
}
